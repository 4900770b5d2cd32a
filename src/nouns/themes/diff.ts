/** `themes diff`: the styles in which two themes differ. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import type { Display } from '../../define/view.ts';
import { EXIT_CHECK_FAILED, usage } from '../../errors.ts';
import { formatCount } from '../../text/number.ts';
import { idOrFile } from '../ids.ts';
import { getTheme } from './operations.ts';
import { type OpenedTheme, openTheme } from './source.ts';
import { STYLE_GROUPS, STYLES } from './style-groups.ts';
import { styleText } from './style-value.ts';
import { differs, swatch } from './theme-view.ts';

const Side = z.object({ source: z.string(), id: z.string().nullable(), name: z.string() });

const Difference = z.object({
  before: Side,
  after: Side,
  same: z.boolean(),
  styles: z
    .array(
      z.object({
        style: z.string(),
        before: z.unknown().optional().describe('absent where the theme lacks the style'),
        after: z.unknown().optional(),
      }),
    )
    .describe('the styles that differ'),
});
type Difference = z.infer<typeof Difference>;

const KNOWN = STYLES.map(([name]) => name);

function compare(before: OpenedTheme, after: OpenedTheme): Difference['styles'] {
  const names = [...new Set([...KNOWN, ...Object.keys(before.styles), ...Object.keys(after.styles)])];
  return names
    .filter((name) => differs(before.styles, after.styles, name))
    .map((style) => ({
      style,
      ...(Object.hasOwn(before.styles, style) ? { before: before.styles[style] } : {}),
      ...(Object.hasOwn(after.styles, style) ? { after: after.styles[style] } : {}),
    }));
}

function draw(value: unknown, display: Display): string {
  // The value that `run` returned.
  const { before, after, same, styles } = value as Difference;
  const { style, widthOf } = display;
  if (same) return `${before.name} and ${after.name} have the same styles.`;
  const shown = (name: string, side: unknown) => `${swatch(side, display)}${styleText(name, side)}`;
  const cells = new Map(styles.map((one) => [one.style, [shown(one.style, one.before), shown(one.style, one.after)]]));
  const widest = (texts: readonly string[]) => texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);
  const [nameWidth, valueWidth] = [widest([...cells.keys()]), widest([...cells.values()].map(([first = '']) => first))];
  const groups = [
    ...STYLE_GROUPS.map(({ title, styles }) => ({ title, names: styles.map(([name]) => name) })),
    { title: 'Other', names: [...cells.keys()].filter((name) => !KNOWN.includes(name)) },
  ].flatMap(({ title, names }) => {
    const lines = names.flatMap((name) => {
      const [first = '', second = ''] = cells.get(name) ?? [];
      if (!cells.has(name)) return [];
      const gap = ' '.repeat(valueWidth - widthOf(first));
      return [`  ${name}${' '.repeat(nameWidth - widthOf(name))}  ${first}${gap}  ${style.dim('→')} ${second}`];
    });
    return lines.length === 0 ? [] : [[style.bold(title), ...lines].join('\n')];
  });
  const count = `${formatCount(styles.length, 'style')} ${styles.length === 1 ? 'differs' : 'differ'}.`;
  return [`${style.bold(before.name)} → ${style.bold(after.name)}`, ...groups, count].join('\n\n');
}

export const diffCommand = command({
  notes:
    'An argument with a dot or slash is a file with a theme, as `themes show --json` prints it; `-` is stdin. Exit code 0; with --exit-code, 9 if they differ.',
  input: z.object({
    before: idOrFile('theme').min(1).describe('ID, name or file of a theme'),
    after: idOrFile('theme').min(1).describe('ID, name or file of another theme'),
    exitCode: z.boolean().default(false).describe('exit with 9 if they differ'),
  }),
  positionals: ['before', 'after'],
  calls: [getTheme],
  output: Difference,
  examples: [
    { does: 'Two themes', line: 'themes diff Coral Forest' },
    {
      does: 'The styles that differ, as JSON',
      line: 'themes diff crbtxnb2gx897s61zld0o30a2 cpjqi6s9b795bp8ba5wx23feg --json --fields styles',
    },
  ],
  run: async (context, { before, after }): Promise<Difference> => {
    if (before === '-' && after === '-') throw usage('Standard input can be read only once.');
    const [one, other] = [await openTheme(context, before), await openTheme(context, after)];
    const styles = compare(one, other);
    return {
      before: { source: before, id: one.id, name: one.name },
      after: { source: after, id: other.id, name: other.name },
      same: styles.length === 0,
      styles,
    };
  },
  view: { kind: 'drawing', draw },
  verdict: ({ same }, { exitCode }) => (exitCode && !same ? EXIT_CHECK_FAILED : 0),
});
