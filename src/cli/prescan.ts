/** How to speak on stderr, told from the words alone: it must be known even when they make no command. */

export interface ScannedManner {
  readonly quiet: boolean;
  readonly debug: boolean;
  /** Errors as one line of JSON: whoever asked for JSON reads them with a program. */
  readonly json: boolean;
  readonly noColor: boolean;
}

export const scanManner = (argv: readonly string[]): ScannedManner => ({
  quiet: argv.some((word) => word === '--quiet' || /^-q[a-zA-Z]*$/.test(word)),
  debug: argv.includes('--debug'),
  noColor: argv.includes('--no-color'),
  json: argv.some(
    (word, index) =>
      word === '--json' ||
      /^(--output=|-q?o=?)(nd)?json$/.test(word) ||
      (/^(-q?o|--output)$/.test(word) && /^(nd)?json$/.test(argv[index + 1] ?? '')),
  ),
});
