/** Themes: list, show, create, and updates that reach every email with the theme. */
import * as z from 'zod';
import { type Theme, ThemeStyles } from '../../nouns/themes/operations.ts';
import { collection } from '../collection.ts';
import { ok, type SandboxNoun } from '../handler.ts';
import { newId } from '../identifiers.ts';
import { nonEmptyText, parseBody } from '../request-body.ts';
import { timestampAfter } from '../timestamps.ts';
import { messagesWith, rewriteMessages } from './messages/cascade.ts';
import { themeSection } from './themes.seed.ts';

// The API ignores styles and fields that it does not know.
const creation = z.object({ name: nonEmptyText('name'), styles: ThemeStyles.optional() });
const update = creation
  .partial()
  .refine(({ name, styles }) => name !== undefined || styles !== undefined, 'Provide at least one of: name, styles.');

const themeCollection = collection('themes', {
  section: themeSection,
  noun: 'Theme',
  recordOf: (theme: Theme) => theme,
  create: {
    body: creation,
    status: 201,
    make: ({ name, styles = {} }, { account, service, createdAt }) => ({
      id: newId(service.random),
      name,
      // The API fills in what a request leaves out.
      styles: { ...themeSection.of(account).find(({ isDefault }) => isDefault)?.styles, ...styles },
      isDefault: false,
      createdAt,
      updatedAt: createdAt,
    }),
  },
});

/** A message without a theme of its own has the default one. */
const uses =
  ({ id, isDefault }: Theme) =>
  (lmx: string): boolean =>
    lmx.includes(`themeId="${id}"`) || (isDefault && lmx !== '' && !lmx.includes('themeId="'));

/** An override that has become equal to the style of the theme is removed, so that the email follows the theme again. */
function withoutEqualOverrides(lmx: string, { styles }: Theme): string {
  return lmx.replace(/<Style\b[^>]*>/, (tag) =>
    Object.entries(styles).reduce((rest, [key, value]) => rest.replace(` ${key}="${value}"`, ''), tag),
  );
}

export const themes: SandboxNoun = {
  sections: [themeSection],
  handlers: {
    ...themeCollection.handlers,

    'POST /v1/themes/{id}': async (call) => {
      const { name, styles } = parseBody(update, call.body);
      const { store, now, variants } = call.service;
      return store.update((account) => {
        const theme = themeCollection.find(account, call);
        if (name !== undefined) theme.name = name;
        theme.updatedAt = timestampAfter(now(), theme.updatedAt);
        if (styles === undefined) return ok({ ...theme, affectedEmailCount: 0 });
        const using = messagesWith(account, uses(theme));
        theme.styles = variants.mergesThemeStyles ? { ...theme.styles, ...styles } : styles;
        rewriteMessages(account, using, call.service, (lmx) => withoutEqualOverrides(lmx, theme));
        return ok({ ...theme, affectedEmailCount: using.length });
      });
    },
  },
};
