/** Themes: list and show. */
import { collection } from '../collection.ts';
import type { SandboxNoun } from '../handler.ts';
import { themeSection } from './themes.seed.ts';

export const themes: SandboxNoun = {
  sections: [themeSection],
  handlers: collection('themes', { section: themeSection, noun: 'Theme', recordOf: (theme) => theme }).handlers,
};
