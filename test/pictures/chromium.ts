/** A real browser for the tests of pictures, where there is one; it is told not to talk to anybody. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';

const PLACES = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const executable = PLACES.find((place) => place !== undefined && existsSync(place));

/** Why tests that need a browser cannot run here; undefined where they can. */
export const noBrowser =
  executable === undefined ? 'no Chromium is installed here; CHROMIUM=<path> names one elsewhere' : undefined;

export interface Browser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** With an empty folder of its own for whatever it keeps. */
export async function startBrowser(): Promise<Browser> {
  const folder = await mkdtemp(join(tmpdir(), 'loopsctl-chromium-'));
  const context = await chromium.launchPersistentContext(folder, {
    ...(executable === undefined ? {} : { executablePath: executable }),
    viewport: { width: 1280, height: 900 },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return {
    context,
    close: async () => {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
