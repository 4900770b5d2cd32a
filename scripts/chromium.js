// A real browser that talks to nobody, for pictures of the documentation and for tests.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));

/** Why no browser can be started here; undefined where one can. */
export const noBrowser =
  executablePath === undefined ? 'no Chromium is installed here; CHROMIUM=<path> names one elsewhere' : undefined;

/** Keeps what it keeps in `folder`, which must be empty. */
export const launchChromium = (folder, viewport) =>
  chromium.launchPersistentContext(folder, {
    ...(executablePath === undefined ? {} : { executablePath }),
    viewport,
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
