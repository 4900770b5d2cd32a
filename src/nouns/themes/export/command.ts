/** `themes export`: a theme for websites and design tools. */
import * as z from 'zod';
import { command } from '../../../define/command.ts';
import { idOrFile } from '../../ids.ts';
import { getTheme } from '../operations.ts';
import { openTheme } from '../source.ts';
import { toCss } from './css.ts';
import { type Exported, knownStyles, leftOut } from './known-styles.ts';
import { toTailwind } from './tailwind.ts';
import { toTokens } from './tokens.ts';

const FORMATS = ['css', 'json', 'tailwind', 'tokens'] as const;

const WRITERS: Readonly<
  Record<Exclude<(typeof FORMATS)[number], 'json'>, (theme: Exported) => string | Promise<string>>
> = { css: toCss, tailwind: toTailwind, tokens: toTokens };

export const exportCommand = command({
  notes:
    'css: custom properties. json: the name and the styles, for `themes create --styles-file`. tailwind: a theme for Tailwind CSS 4. tokens: design tokens in the W3C community format of 2025. Colors that adapt to light and dark have no value to export. Invalid values are omitted with a warning, except in json.',
  input: z.object({
    theme: idOrFile('theme').min(1).describe('ID, name or file of a theme; - for stdin').meta({ placeholder: 'id' }),
    as: z.enum(FORMATS).describe('format of the result'),
  }),
  positionals: ['theme'],
  calls: [getTheme],
  output: z.string(),
  examples: [
    { does: 'Custom properties', line: 'themes export Coral --as css' },
    { does: 'Design tokens', line: 'themes export Coral --as tokens' },
  ],
  run: async (context, { theme, as }): Promise<string> => {
    const { name, styles } = await openTheme(context, theme);
    if (as === 'json') return JSON.stringify({ name, styles }, null, 2);
    const invalid = leftOut(styles);
    if (invalid.length > 0) context.warn(`Omitted, because they are unknown or invalid: ${invalid.join(', ')}.`);
    return WRITERS[as]({ name, styles: knownStyles(styles) });
  },
  view: { kind: 'text', exact: true, text: (value) => String(value) },
});
