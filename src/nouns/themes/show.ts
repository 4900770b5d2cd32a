/** `themes show`: the styles of a theme in groups, with colors, units, contrast and differences from the default theme. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { idOf } from '../ids.ts';
import { unlessItFails } from '../optional-request.ts';
import { getTheme, listThemes, Theme } from './operations.ts';
import { drawTheme } from './theme-view.ts';

/** Undefined where it is the theme itself, or where no theme is the default one. */
async function defaultTheme(context: Context, theme: Theme): Promise<Theme | undefined> {
  if (theme.isDefault) return undefined;
  for await (const page of context.list(listThemes, {})) {
    const found = page.find(({ isDefault }) => isDefault === true);
    if (found !== undefined) return found.id === theme.id ? undefined : found;
  }
  return undefined;
}

export const showCommand = command({
  notes:
    'Text output marks the styles that differ from the default theme, for which it lists the themes. Contrast follows WCAG 2.2: level AA requires 4.5:1, and 3:1 for text of 24 px and more, or bold text of 19 px and more. A terminal with true color or 256 colors shows each color.',
  input: z.object({ id: idOf('theme') }),
  positionals: ['id'],
  calls: [getTheme, listThemes],
  output: Theme.extend({
    defaultTheme: Theme.optional().describe('the default theme, only where the output is text'),
  }),
  examples: [
    { does: 'Every style of one theme', line: 'themes show Coral' },
    { does: 'One style', line: 'themes show Coral --fields styles.buttonBodyColor' },
  ],
  run: async (context, { id }) => {
    const theme = await context.call(getTheme, { id });
    if (!context.isForPeople) return theme;
    const preset = await unlessItFails(
      () => defaultTheme(context, theme),
      () => context.note('The default theme could not be read, so differences from it are not marked.'),
    );
    return preset === undefined ? theme : { ...theme, defaultTheme: preset };
  },
  view: { kind: 'drawing', draw: drawTheme, isRecord: true },
});
