/** `messages format`: writes files with LMX in one canonical form, or checks that they have it. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import type { Check } from '../../define/report.ts';
import type { Display } from '../../define/view.ts';
import { EXIT_CHECK_FAILED, usage } from '../../errors.ts';
import { canFormat, printDocument } from '../../lmx/format.ts';
import { parse } from '../../lmx/parse.ts';
import { positionsIn } from '../../lmx/position.ts';
import { formatCount } from '../../text/number.ts';
import { readText } from './sources.ts';

const FormatRow = z.object({
  source: z.string(),
  changed: z.boolean().describe('whether it was not in the canonical form'),
  text: z.string().optional().describe('the result, for standard input'),
});
type FormatRow = z.infer<typeof FormatRow>;

const shownName = (source: string): string => (source === '-' ? 'Standard input' : source);

/** Throws a `usage` failure for a document that cannot be formatted: nothing in it is certain. */
function formatted(source: string, text: string): string {
  const document = parse(text);
  if (canFormat(document)) return printDocument(document);
  const problem = document.problems.find(({ isGuess }) => isGuess !== true);
  const place = problem === undefined ? '' : ` on line ${positionsIn(text)(problem.start).line}`;
  const message = problem?.message ?? 'There is text outside of blocks.';
  throw usage(
    `${shownName(source)} cannot be formatted${place}: ${message}`,
    `Run \`loopsctl messages check ${source}\` for all findings.`,
  );
}

async function run(context: Context, sources: readonly string[], check: boolean): Promise<readonly FormatRow[]> {
  if (sources.filter((source) => source === '-').length > 1) throw usage('Standard input can be read only once.');
  const json = sources.find((source) => source.endsWith('.json'));
  if (json !== undefined) throw usage(`${json} is not LMX.`, 'Pass files with LMX.');
  // All files are read and formatted before the first one is written.
  const results: Array<FormatRow & { readonly result: string }> = [];
  for (const source of sources) {
    const text = await readText(context, source);
    const result = formatted(source, text);
    results.push({ source, changed: result !== text, result });
  }
  for (const { source, changed, result } of results) {
    if (changed && !check && source !== '-') await context.files.replace(source, result);
  }
  return results.map(({ source, changed, result }) => ({
    source,
    changed,
    ...(source === '-' && !check ? { text: result } : {}),
  }));
}

function draw(value: unknown, { style }: Display, check: boolean): string {
  // The value that `run` returned.
  const rows = value as readonly FormatRow[];
  const changed = rows.filter((row) => row.changed);
  const state = check ? 'not formatted' : 'formatted';
  const lines = changed.map(({ source }) => `${check ? style.red('✗') : style.green('✓')} ${source}: ${state}`);
  const rest = rows.length - changed.length;
  const same = rest === 0 ? [] : [`${formatCount(rest, 'file')} already formatted.`];
  return [...lines, ...same].join('\n');
}

export const formatCommand = command({
  notes:
    'The canonical form is close to what Loops writes: Style first, one block per line, two spaces of indent, attributes in the order of `loopsctl schema lmx`, colors with six digits. The meaning never changes. Comments stay, code blocks stay byte for byte, and a file that is not well-formed is refused. `-` formats standard input and prints the result. With --check nothing is written, and the exit code is 9 if a file is not in this form.',
  input: z.object({
    files: z.array(z.string().min(1)).min(1).describe('files with LMX; - for stdin').meta({ placeholder: 'file' }),
    check: z.boolean().default(false).describe('write nothing; exit with 9 if a file would change'),
  }),
  positionals: ['files'],
  output: z.array(FormatRow),
  examples: [
    { does: 'A file', line: 'messages format welcome.lmx' },
    { does: 'In CI', line: 'messages format welcome.lmx --check' },
  ],
  run: (context, { files, check }) => run(context, files, check),
  view: ({ files, check }) =>
    files.length === 1 && files[0] === '-' && !check
      ? { kind: 'text', text: (rows) => (rows as readonly FormatRow[])[0]?.text ?? '', exact: true }
      : { kind: 'drawing', draw: (value, display) => draw(value, display, check) },
  verdict: (rows, { check }) => (check && rows.some(({ changed }) => changed) ? EXIT_CHECK_FAILED : 0),
  report: (rows): readonly Check[] =>
    rows.map(({ source, changed }) => ({
      name: source,
      file: source === '-' ? undefined : source,
      findings: changed ? [{ severity: 'error', rule: 'format', message: `${source} is not formatted.` }] : [],
    })),
});
