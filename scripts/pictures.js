// Draws the pictures of the documentation from the embedded sandbox: `npm run pictures`. Needs Chromium for the screenshot.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { main } from '../dist/main.js';
import { nodeRuntime } from '../dist/runtime-node.js';

const FOLDER = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const ONBOARDING = 'cr3d19ajwtfxqfczuxgmvwzxv';
const WIN_BACK = 'cxxh0pcq2pvs8yvth7rfghq6e';
const CUSTOMER_YEAR = 'c31koryevs23p34npjl1f3a54';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

const directory = await mkdtemp(join(tmpdir(), 'loopsctl-pictures-'));
const runtime = { ...nodeRuntime(), directories: { config: directory, data: directory, cache: directory } };

/** What a command line prints. */
async function printed(...argv) {
  let text = '';
  const stdout = {
    ...runtime.stdout,
    isTerminal: false,
    columns: undefined,
    write: async (more) => {
      text += more;
    },
  };
  const code = await main({ ...runtime, stdout, argv: ['--sandbox', ...argv] });
  if (code !== 0) throw new Error(`loopsctl ${argv.join(' ')} ended with exit code ${code}`);
  return text;
}

const draw = (id, format) => printed('workflow', 'show', id, '--format', format);

async function screenshot(page, file) {
  const context = await chromium.launchPersistentContext(join(directory, 'chromium'), {
    executablePath: CHROMIUM,
    viewport: { width: 1280, height: 800 },
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
  try {
    const tab = await context.newPage();
    await tab.goto(`file://${page}`);
    await tab.locator('input').fill('calendar');
    await tab.locator('g.node.found').nth(1).click();
    await tab.mouse.move(0, 0);
    await tab.screenshot({ path: file });
  } finally {
    await context.close();
  }
}

try {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, 'trial-onboarding.svg'), await draw(ONBOARDING, 'svg'));
  await writeFile(join(FOLDER, 'win-back.dot'), await draw(WIN_BACK, 'dot'));
  const diagram = await draw(WIN_BACK, 'mermaid');
  await writeFile(join(FOLDER, 'win-back.md'), `# Win-back, as a Mermaid diagram\n\n\`\`\`mermaid\n${diagram}\`\`\`\n`);
  if (existsSync(CHROMIUM)) {
    const page = join(directory, 'page.html');
    await writeFile(page, await draw(CUSTOMER_YEAR, 'html'));
    await screenshot(page, join(FOLDER, 'page.png'));
  } else {
    console.log('page.png stays as it is: no Chromium is installed here; CHROMIUM=<path> names one elsewhere.');
  }
} finally {
  await rm(directory, { recursive: true, force: true });
}
