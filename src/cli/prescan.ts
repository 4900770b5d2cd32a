/** Reads from argv how to print on stderr, before parsing: a parse error is printed that way too. */

export interface ReporterOptions {
  readonly quiet: boolean;
  readonly debug: boolean;
  /** Print errors as one line of JSON. */
  readonly json: boolean;
  readonly noColor: boolean;
  readonly noPager: boolean;
}

export const prescan = (argv: readonly string[]): ReporterOptions => ({
  quiet: argv.some((word) => word === '--quiet' || /^-q[a-zA-Z]*$/.test(word)),
  debug: argv.includes('--debug'),
  noColor: argv.includes('--no-color'),
  noPager: argv.includes('--no-pager'),
  json: argv.some(
    (word, index) =>
      word === '--json' ||
      /^(--output=|-q?o=?)(nd)?json$/.test(word) ||
      (/^(-q?o|--output)$/.test(word) && /^(nd)?json$/.test(argv[index + 1] ?? '')),
  ),
});
