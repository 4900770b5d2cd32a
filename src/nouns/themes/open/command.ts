/** `themes open`: a sample email in one theme or two, in the browser. */
import * as z from 'zod';
import { command } from '../../../define/command.ts';
import { usage } from '../../../errors.ts';
import { idOrFile } from '../../ids.ts';
import { getTheme } from '../operations.ts';
import { type OpenedTheme, openTheme } from '../source.ts';
import { themePage } from './page.ts';

const Opened = z.object({
  themes: z.array(z.string()).describe('the names'),
  html: z.string().optional().describe('the page'),
  file: z.string().optional().describe('with --out'),
});
type Opened = z.infer<typeof Opened>;

export const openCommand = command({
  notes:
    'The sample has headings, text, links, a button, a list, an image, a divider and columns. The page is one file without scripts and loads nothing. It is an approximation: Loops renders emails itself, and email clients differ. Two themes are shown next to each other, with the styles in which they differ. An argument with a dot or slash is a file with a theme; `-` is stdin.',
  input: z.object({
    themes: z
      .array(idOrFile('theme').min(1))
      .min(1)
      .max(2)
      .describe('ID, name or file of a theme; a second one to compare')
      .meta({ placeholder: 'id' }),
    out: z
      .string()
      .min(1)
      .optional()
      .describe('write the page to this file instead of opening it')
      .meta({ placeholder: 'file' }),
  }),
  positionals: ['themes'],
  calls: [getTheme],
  output: Opened,
  examples: [
    { does: 'One theme', line: 'themes open crbtxnb2gx897s61zld0o30a2 --out coral.html' },
    {
      does: 'Two themes next to each other',
      line: 'themes open crbtxnb2gx897s61zld0o30a2 cpjqi6s9b795bp8ba5wx23feg --out themes.html',
    },
  ],
  run: async (context, { themes, out }): Promise<Opened> => {
    if (themes.filter((theme) => theme === '-').length > 1) throw usage('Standard input can be read only once.');
    const opened: OpenedTheme[] = [];
    for (const theme of themes) opened.push(await openTheme(context, theme));
    const names = opened.map(({ name }) => name);
    const html = await themePage(opened);
    if (out === undefined) return { themes: names, html };
    await context.files.replace(out, html);
    return { themes: names, file: out };
  },
  view: ({ out }) =>
    out === undefined
      ? { kind: 'text', text: (value) => (value as Opened).html ?? '', exact: true, openAs: 'theme.html' }
      : { kind: 'drawing', draw: (value) => `Wrote ${(value as Opened).file}.` },
});
