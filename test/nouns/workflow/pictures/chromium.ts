/** A real browser for the tests of pictures, where there is one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { launchChromium } from '../../../../scripts/chromium.js';

export interface Browser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** With an empty directory of its own. */
export async function startBrowser(): Promise<Browser> {
  const directory = await mkdtemp(join(tmpdir(), 'loopsctl-chromium-'));
  const context = await launchChromium(directory, { width: 1280, height: 900 });
  return {
    context,
    close: async () => {
      await context.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
