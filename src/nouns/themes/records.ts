/** `themes list`, and the details of a changed theme. */
import { collectionCommand } from '../../define/command.ts';
import { isRecord, textOf, valueAt } from '../../define/json.ts';
import type { Column, View } from '../../define/view.ts';
import { listThemes, ThemeStyles } from './operations.ts';
import { colorIn, type Styles } from './style-value.ts';

const isDefault: Column = { heading: 'DEFAULT', path: 'isDefault', optional: true, show: (value) => yesOrEmpty(value) };

const yesOrEmpty = (value: unknown): string => (value === true ? 'yes' : value === false ? '' : textOf(value));

const PALETTE = ['backgroundColor', 'bodyColor', 'textBaseColor', 'textLinkColor', 'buttonBodyColor'];
const BLOCKS = '██';
const BLANK = BLOCKS.repeat(PALETTE.length);

function stylesIn(theme: unknown): Styles | undefined {
  const styles = valueAt(theme, 'styles');
  return isRecord(styles) ? styles : undefined;
}

/** Page, body, text, links and buttons. A pipe or a terminal with few colors has no such column. */
const palette: Column = {
  heading: 'PALETTE',
  path: '',
  kind: 'id',
  optional: true,
  minor: true,
  show: (theme, { paintColor }) => (paintColor === undefined || stylesIn(theme) === undefined ? '' : BLANK),
  paint: (text, theme, { paintColor }) => {
    const styles = stylesIn(theme);
    if (paintColor === undefined || styles === undefined) return text;
    const blocks = PALETTE.map((name) => {
      const color = colorIn(styles, name);
      return color === undefined ? '··' : paintColor(color, BLOCKS);
    });
    return blocks.join('');
  },
};

export const listCommand = collectionCommand(listThemes, {
  examples: [
    { does: 'All themes, newest first', line: 'themes list' },
    { does: 'Themes with a word in their name', line: 'themes list --search lavender' },
    { does: 'The button color of each, as CSV', line: 'themes list --fields name,styles.buttonBodyColor -o csv' },
  ],
  columns: [
    { heading: 'NAME', path: 'name' },
    isDefault,
    palette,
    { heading: 'BACKGROUND', path: 'styles.backgroundColor', minor: true, narrowest: 10 },
    { heading: 'BUTTON', path: 'styles.buttonBodyColor', minor: true },
    { heading: 'FONT', path: 'styles.bodyFontFamily', minor: true, narrowest: 12 },
    { heading: 'UPDATED', path: 'updatedAt', kind: 'time', minor: true },
    { heading: 'ID', path: 'id', kind: 'id' },
  ],
  empty: 'No themes.',
});

export const themeDetails: View = {
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
};
