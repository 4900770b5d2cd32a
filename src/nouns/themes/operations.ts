/** The endpoints of themes: named sets of styles for emails. */
import * as z from 'zod';
import { listOperation, operation } from '../../define/operation.ts';
import { NOT_DELETABLE } from '../../define/undo.ts';
import { affected } from '../components/operations.ts';
import { idOf } from '../ids.ts';

const color = z.string().describe('hex color').optional();
const number = z.number().optional();
const text = z.string().optional();

/** The 39 styles of the API reference. A response may omit any of them. */
export const ThemeStyles = z.object({
  backgroundColor: color,
  backgroundXPadding: number,
  backgroundYPadding: number,
  bodyColor: color,
  bodyXPadding: number,
  bodyYPadding: number,
  bodyFontFamily: text,
  bodyFontCategory: text,
  borderColor: color,
  borderWidth: number,
  borderRadius: number,
  buttonBodyColor: color,
  buttonBodyXPadding: number,
  buttonBodyYPadding: number,
  buttonBorderColor: color,
  buttonBorderWidth: number,
  buttonBorderRadius: number,
  buttonTextColor: color,
  buttonTextFormat: number,
  buttonTextFontSize: number,
  dividerColor: color,
  dividerBorderWidth: number,
  textBaseColor: color,
  textBaseFontSize: number,
  textBaseLineHeight: number,
  textBaseLetterSpacing: number,
  textLinkColor: color,
  heading1Color: color,
  heading1FontSize: number,
  heading1LineHeight: number,
  heading1LetterSpacing: number,
  heading2Color: color,
  heading2FontSize: number,
  heading2LineHeight: number,
  heading2LetterSpacing: number,
  heading3Color: color,
  heading3FontSize: number,
  heading3LineHeight: number,
  heading3LetterSpacing: number,
});

export const Theme = z.object({
  id: z.string(),
  name: z.string(),
  styles: ThemeStyles,
  isDefault: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Theme = z.infer<typeof Theme>;

export const listThemes = listOperation('GET /v1/themes', 'List the themes', Theme);

export const getTheme = operation('GET /v1/themes/{id}', 'Show a theme with all of its styles', {
  input: { id: idOf('theme') },
  output: Theme,
});

export const createTheme = operation('POST /v1/themes', 'Create a theme', {
  effect: 'draft',
  undo: NOT_DELETABLE,
  input: { name: z.string(), styles: ThemeStyles.optional() },
  output: Theme,
});

export const updateTheme = operation('POST /v1/themes/{id}', 'Change a theme', {
  effect: 'change',
  fieldEffects: { styles: 'cascade' },
  undo: { read: getTheme, reach: 'It changes every email that uses the theme.' },
  input: { id: idOf('theme'), name: z.string().optional(), styles: ThemeStyles.optional() },
  output: Theme.extend(affected),
});
