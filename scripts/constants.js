// What the build, and the tests in its place, put into the source.
import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

export const buildConstants = { LOOPSCTL_VERSION: JSON.stringify(version) };
