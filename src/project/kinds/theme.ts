/** Themes in a project: `themes/<key>.json`. */
import * as z from 'zod';
import { isRecord } from '../../define/json.ts';
import { withEveryField } from '../../define/operation.ts';
import { Failure } from '../../errors.ts';
import {
  createTheme,
  getTheme,
  listThemes,
  type Theme,
  ThemeStyles,
  updateTheme,
} from '../../nouns/themes/operations.ts';
import { withoutEmpty } from '../content.ts';
import { everyItem, type Kind, type Read } from './kind.ts';

const read = (theme: Theme): Read => {
  const { id, name, styles, updatedAt } = theme;
  if (!isRecord(styles)) throw new Failure('unexpected_response', `The API response for theme ${id} has no styles.`);
  return {
    id,
    name,
    revision: updatedAt,
    content: withoutEmpty({ name, styles: withoutEmpty(styles) }),
    record: theme,
  };
};

export const themeKind: Kind = {
  name: 'theme',
  noun: 'theme',
  layout: { type: 'files', directory: 'themes' },
  fields: {
    name: { schema: z.string().min(1), isLasting: true },
    styles: { schema: z.strictObject(ThemeStyles.shape), isPartial: true, isLasting: true },
  },
  calls: [listThemes, getTheme, createTheme, withEveryField(updateTheme)],
  list: async (context) => (await everyItem(context.list(listThemes, {}))).map(read),
  read: async (context, { id }) => read(await context.call(getTheme, { id })),
  create: async (context, content) => {
    const { name, styles } = Content.parse(content);
    return read(await context.call(createTheme, { name, ...(styles === undefined ? {} : { styles }) }));
  },
  update: async (context, before, content, changed) => {
    const { name, styles } = Content.parse(content);
    const theme = await context.call(updateTheme, {
      id: before.id,
      ...(changed.includes('name') ? { name } : {}),
      // The API does not say whether it keeps the styles that a request leaves out, so all of them are sent.
      ...(changed.includes('styles') ? { styles: { ...Content.parse(before.content).styles, ...styles } } : {}),
    });
    return read(theme);
  },
  cascades: (changed) => changed.includes('styles'),
  requests: (changed) => (changed === 'create' ? 1 : 3),
  isUnguarded: () => true,
};

const Content = z.object({ name: z.string(), styles: ThemeStyles.optional() });
