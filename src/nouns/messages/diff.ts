/** `messages diff`: compares two emails in their normal forms. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import type { Display } from '../../define/view.ts';
import { EXIT_CHECK_FAILED, usage } from '../../errors.ts';
import { normalForms } from '../../lmx/normal-form.ts';
import { diffLines } from '../../text/diff.ts';
import { emailsInput, openSource, SOURCE_CALLS, type Source, wantedOf } from './sources.ts';

const Difference = z.object({
  before: z.string(),
  after: z.string(),
  same: z.boolean(),
  lines: z.array(z.string()).describe('the differences as a unified diff'),
});
type Difference = z.infer<typeof Difference>;

const input = z.object({
  ...emailsInput,
  exitCode: z.boolean().default(false).describe('exit with 9 if they differ'),
});

const HINT = 'Pass two, or one transactional email to compare its published version with its draft.';

async function openBoth(context: Context, typed: z.output<typeof input>): Promise<readonly [Source, Source]> {
  const wanted = wantedOf(typed);
  const [first, second] = wanted;
  if (first === undefined || wanted.length > 2) throw usage(`${wanted.length} emails were named.`, HINT);
  if (wanted.every(({ name }) => name === '-') && wanted.length === 2) {
    throw usage('Standard input can be read only once.', 'Pass a file or an ID too.');
  }
  if (second !== undefined) return [await openSource(context, first), await openSource(context, second)];
  if (first.type !== 'transactional') throw usage('Only one email was named.', HINT);
  const published = await openSource(context, first, true);
  const draft = await openSource(context, first);
  return [
    { ...published, source: `${published.source} (published)` },
    { ...draft, source: `${draft.source} (draft)` },
  ];
}

const paint = (line: string, { style }: Display): string => {
  if (line.startsWith('+')) return style.green(line);
  if (line.startsWith('-')) return style.red(line);
  return line.startsWith('@@') ? style.cyan(line) : line;
};

function draw(value: unknown, display: Display): string {
  // The value that `run` returned.
  const { before, after, same, lines } = value as Difference;
  if (same) return `${before} and ${after} have the same content.`;
  const { bold } = display.style;
  return [bold(`--- ${before}`), bold(`+++ ${after}`), ...lines.map((line) => paint(line, display))].join('\n');
}

export const diffCommand = command({
  notes:
    'Both are compared in a normal form: formatted, without comments, without attributes that have their default value, without empty paragraphs between blocks, and without a Style that only one of them has and that only names a theme. Loops adds and removes these when it saves. Exit code 0; with --exit-code, 9 if they differ.',
  input,
  positionals: ['messages'],
  calls: SOURCE_CALLS,
  output: Difference,
  examples: [
    { does: 'The published version and the draft', line: 'messages diff "Password reset"' },
    {
      does: 'A file and a draft',
      line: 'messages diff welcome.lmx "Welcome to Brightwater 👋"',
    },
  ],
  run: async (context, typed): Promise<Difference> => {
    const [before, after] = await openBoth(context, typed);
    const [one, other] = normalForms(before.lmx, after.lmx);
    const same = one === other;
    return { before: before.source, after: after.source, same, lines: same ? [] : [...(await diffLines(one, other))] };
  },
  view: { kind: 'drawing', draw },
  verdict: ({ same }, { exitCode }) => (exitCode && !same ? EXIT_CHECK_FAILED : 0),
});
