/** The types of `chromium.js` for the tests, which are TypeScript. */
import type { BrowserContext } from 'playwright-core';

export const noBrowser: string | undefined;

export function launchChromium(
  directory: string,
  viewport: { readonly width: number; readonly height: number },
): Promise<BrowserContext>;
