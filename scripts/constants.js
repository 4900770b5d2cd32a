// Constants that the build, or the test configuration, inserts into the source.
import { readFileSync } from 'node:fs';
import { page } from './page.js';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

export const buildConstants = {
  LOOPSCTL_VERSION: JSON.stringify(version),
  LOOPSCTL_PAGE_SCRIPT: JSON.stringify(page.script),
  LOOPSCTL_PAGE_STYLE: JSON.stringify(page.style),
};
