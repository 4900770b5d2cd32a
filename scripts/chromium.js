// A real browser without network access, for the pictures in the documentation and for tests.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));

/** The reason why no browser can be started; undefined if one can. */
export const noBrowser = executablePath === undefined ? 'Chromium was not found; set CHROMIUM=<path>' : undefined;

/** `directory` holds the profile and must be empty. */
export const launchChromium = (directory, viewport) =>
  chromium.launchPersistentContext(directory, {
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
