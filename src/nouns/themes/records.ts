/** The commands for the records of themes: list and show. */
import { collectionCommand, operationCommand } from '../../define/command.ts';
import { textOf } from '../../define/json.ts';
import type { Column, View } from '../../define/view.ts';
import { getTheme, listThemes, ThemeStyles } from './operations.ts';

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

export const showCommand = operationCommand(getTheme, {
  positionals: ['id'],
  examples: [{ does: 'Every style of one theme', line: 'themes show cr95m6j9ue8rct6rkwsul79p2' }],
  view: themeDetails,
});
