/** Themes: named sets of styles for emails. */
import * as z from 'zod';
import { collectionCommand, operationCommand } from '../define/command.ts';
import { textOf } from '../define/json.ts';
import { listOperation, operation } from '../define/operation.ts';
import type { Column } from '../define/view.ts';
import { idOf } from './ids.ts';

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

const isDefault: Column = { heading: 'DEFAULT', path: 'isDefault', optional: true, show: (value) => yesOrEmpty(value) };

const yesOrEmpty = (value: unknown): string => (value === true ? 'yes' : value === false ? '' : textOf(value));

export const listCommand = collectionCommand(listThemes, {
  examples: [
    { does: 'All themes, newest first', line: 'themes list' },
    { does: 'Themes with a word in their name', line: 'themes list --search lavender' },
    { does: 'The button color of each, as CSV', line: 'themes list --fields name,styles.buttonBodyColor -o csv' },
  ],
  columns: [
    { heading: 'NAME', path: 'name' },
    isDefault,
    { heading: 'BACKGROUND', path: 'styles.backgroundColor', minor: true },
    { heading: 'BUTTON', path: 'styles.buttonBodyColor', minor: true },
    { heading: 'FONT', path: 'styles.bodyFontFamily', minor: true },
    { heading: 'UPDATED', path: 'updatedAt', kind: 'time', minor: true },
    { heading: 'ID', path: 'id', kind: 'id' },
  ],
  empty: 'No themes.',
});

export const showCommand = operationCommand(getTheme, {
  positionals: ['id'],
  examples: [{ does: 'Every style of one theme', line: 'themes show cr95m6j9ue8rct6rkwsul79p2' }],
  view: {
    kind: 'details',
    columns: [
      { heading: 'Name', path: 'name' },
      { heading: 'ID', path: 'id', kind: 'id' },
      {
        heading: 'Default',
        path: 'isDefault',
        show: (value) => (value === false ? 'no' : yesOrEmpty(value)),
      },
      { heading: 'Created', path: 'createdAt', kind: 'time' },
      { heading: 'Updated', path: 'updatedAt', kind: 'time' },
      ...Object.keys(ThemeStyles.shape).map((name): Column => ({ heading: name, path: `styles.${name}` })),
    ],
  },
});
