/** `themes create` and `themes update`. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { isRecord, textOf, valueAt } from '../../define/json.ts';
import { withEveryField } from '../../define/operation.ts';
import { Failure } from '../../errors.ts';
import { formatAnyCount } from '../../text/number.ts';
import { idOf } from '../ids.ts';
import { COUNTING, noteUsage, refuseEmptyChange, USAGE_CALLS, usageInput } from '../messages/usage.ts';
import { createOnce } from '../twins.ts';
import { createTheme, getTheme, listThemes, Theme, updateTheme } from './operations.ts';
import { themeDetails } from './records.ts';
import { readStyles, stylesInput } from './styles.ts';

const name = z.string().min(1).describe('name of the theme');

export const createCommand = command({
  notes: 'The API has no way to delete a theme, and none to make it the default one.',
  input: z.object({ name, ...stylesInput }),
  calls: [createTheme, listThemes],
  output: Theme,
  examples: [
    {
      does: 'With two styles',
      line: 'themes create --name Winter --style bodyColor=#ffffff --style textLinkColor=#0a84a8',
    },
  ],
  run: async (context, input) => {
    const { name } = input;
    const styles = await readStyles(context, input);
    const theme = await createOnce(context, {
      noun: 'theme',
      name,
      list: listThemes,
      create: () => context.call(createTheme, { name, ...(styles === undefined ? {} : { styles }) }),
    });
    context.note('Created the theme.');
    return theme;
  },
  view: themeDetails,
});

const updateInput = z.object({
  id: idOf('theme'),
  name: name.optional(),
  ...stylesInput,
  ...usageInput,
});
type UpdateInput = z.output<typeof updateInput>;

/** An email without a theme of its own has the default one. */
const usesTheme =
  ({ id, isDefault }: Theme) =>
  (lmx: string) =>
    lmx.includes(`themeId="${id}"`) || (isDefault && lmx !== '' && !lmx.includes('themeId="'));

async function question(context: Context, input: UpdateInput): Promise<string | undefined> {
  if (input.style.length === 0 && input.stylesFile === undefined) return undefined;
  const theme = await context.call(getTheme, { id: input.id });
  if (input.stylesFile !== '-') {
    const before: unknown = theme.styles;
    for (const [key, value] of Object.entries((await readStyles(context, input)) ?? {})) {
      const old = valueAt(before, key);
      if (old !== value) context.note(`${key}: ${textOf(old ?? 'none')} -> ${value}`);
    }
  }
  await noteUsage(context, usesTheme(theme), input.countUses || context.canAsk());
  return `Change the styles of theme ${JSON.stringify(theme.name)} in every email that uses it?`;
}

/** Rejects where there are no styles to read: the request would leave out all of the others. */
async function stylesOf(context: Context, id: string): Promise<Theme['styles']> {
  const { styles } = await context.call(getTheme, { id });
  if (isRecord(styles)) return styles;
  throw new Failure('unexpected_response', 'The styles of the theme are missing or not an object.');
}

export const updateCommand = command({
  notes: `New styles change every email that uses the theme, at once; styles that an email sets itself stay. The command reads the theme and sends all of its styles, so the others keep their values. A new name changes no email.\n\n${COUNTING}`,
  input: updateInput,
  positionals: ['id'],
  calls: [withEveryField(updateTheme), getTheme, ...USAGE_CALLS],
  output: updateTheme.output,
  question,
  examples: [
    { does: 'Rename a theme', line: 'themes update "Black Friday" --name "Black Friday 2026"' },
    { does: 'Print the request without sending it', line: 'themes update Coral --style bodyColor=#fffdfc --dry-run' },
  ],
  run: async (context, input) => {
    const { id, name, countUses } = input;
    const changed = await readStyles(context, input);
    refuseEmptyChange({ name, changed }, '--name, --style or --styles-file');
    if (countUses && changed !== undefined) {
      await noteUsage(context, usesTheme(await context.call(getTheme, { id })), countUses);
    }
    // The API does not say whether it keeps the styles that a request leaves out.
    const styles = changed && { ...(await stylesOf(context, id)), ...changed };
    const theme = await context.call(updateTheme, {
      id,
      ...(name === undefined ? {} : { name }),
      ...(styles === undefined ? {} : { styles }),
    });
    context.note(`Updated the theme. The change reached ${formatAnyCount(theme.affectedEmailCount, 'email')}.`);
    return theme;
  },
  view: themeDetails,
});
