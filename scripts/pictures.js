// Draws the pictures in the documentation, from the sandbox: `npm run pictures`. The screenshot needs Chromium.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import program from '../dist/main.cjs';
import { launchChromium, noBrowser } from './chromium.js';
import { terminalPicture } from './terminal-picture.js';

const { main, nodeRuntime } = program;

const DIRECTORY = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const ONBOARDING = 'cr3d19ajwtfxqfczuxgmvwzxv';
const WIN_BACK = 'cxxh0pcq2pvs8yvth7rfghq6e';
const CUSTOMER_YEAR = 'c31koryevs23p34npjl1f3a54';

const directory = await mkdtemp(join(tmpdir(), 'loopsctl-pictures-'));
const runtime = { ...nodeRuntime(), directories: { config: directory, data: directory, cache: directory } };

const COLUMNS = 88;
const PIPE = { isTerminal: false, columns: undefined };
const TERMINAL = { isTerminal: true, columns: COLUMNS, rows: 100 };

/** Returns the output of a command line, without progress. */
async function outputOf(words, form, expected = 0) {
  let text = '';
  const write = async (more) => {
    text += more;
  };
  const stdout = { ...runtime.stdout, ...form, write };
  const stderr = { ...runtime.stderr, ...form, isTerminal: false, write };
  const code = await main({ ...runtime, stdout, stderr, argv: ['--sandbox', ...words] });
  if (code !== expected) throw new Error(`loopsctl ${words.join(' ')} ended with exit code ${code}`);
  return text;
}

const printed = (...words) => outputOf(words, PIPE);

/** Command lines as they are typed, with the exit code, and what a terminal shows. */
async function terminalSession(lines) {
  const blocks = [];
  for (const { words, exit = 0 } of lines) {
    const typed = words.map((word) => (/[\s"]/.test(word) ? `"${word}"` : word)).join(' ');
    blocks.push(`\u001b[32m$\u001b[39m \u001b[1mloopsctl ${typed}\u001b[22m\n${await outputOf(words, TERMINAL, exit)}`);
  }
  return blocks.join('\n');
}

const draw = (id, format, ...flags) => printed('workflow', 'show', id, '--format', format, ...flags);

/** Throws where emoji would be boxes: only a font for them has colors. */
async function requireEmoji(tab) {
  const isColored = await tab.evaluate(() => {
    const canvas = new OffscreenCanvas(40, 40).getContext('2d');
    canvas.font = '30px sans-serif';
    canvas.fillText('\u{1f381}', 0, 32);
    const { data } = canvas.getImageData(0, 0, 40, 40);
    return data.some((value, index) => index % 4 === 0 && Math.abs(value - data[index + 2]) > 30);
  });
  if (!isColored) throw new Error('Install a font for emoji, such as the package fonts-noto-color-emoji.');
}

async function screenshot(page, file) {
  const context = await launchChromium(join(directory, 'chromium'), { width: 1280, height: 800 });
  try {
    const tab = await context.newPage();
    await requireEmoji(tab);
    await tab.goto(`file://${page}`);
    await tab.locator('input').fill('calendar');
    await tab.locator('g.node.found').nth(1).click();
    await tab.mouse.move(0, 0);
    await tab.screenshot({ path: file });
  } finally {
    await context.close();
  }
}

/** An email in the two forms that differ most. */
async function emailScreenshots(page) {
  const context = await launchChromium(join(directory, 'chromium-email'), { width: 1100, height: 760 });
  try {
    const tab = await context.newPage();
    await tab.goto(`file://${page}`);
    await tab.screenshot({ path: join(DIRECTORY, 'email.png') });
    await tab.locator('#phone').check();
    await tab.locator('#dark').check();
    await tab.screenshot({ path: join(DIRECTORY, 'email-phone-dark.png') });
  } finally {
    await context.close();
  }
}

try {
  await mkdir(DIRECTORY, { recursive: true });
  await writeFile(join(DIRECTORY, 'trial-onboarding.svg'), await draw(ONBOARDING, 'svg'));
  await writeFile(join(DIRECTORY, 'win-back.dot'), await draw(WIN_BACK, 'dot'));
  const session = await terminalSession([
    { words: ['workflow', 'show', 'Trial onboarding'] },
    { words: ['messages', 'check', '--transactional', 'Password reset'] },
    { words: ['transactional', 'metrics', '--group', 'Team invitations', '--max-hard-bounce-rate', '2%'], exit: 9 },
  ]);
  await writeFile(
    join(DIRECTORY, 'terminal.svg'),
    terminalPicture(session, COLUMNS, 'Three commands of loopsctl in a terminal'),
  );
  const diagram = await draw(WIN_BACK, 'mermaid');
  await writeFile(
    join(DIRECTORY, 'win-back.md'),
    `# Win-back, as a Mermaid diagram\n\n\`\`\`mermaid\n${diagram}\`\`\`\n`,
  );
  if (noBrowser === undefined) {
    const page = join(directory, 'page.html');
    await writeFile(page, await draw(CUSTOMER_YEAR, 'html', '--full'));
    await screenshot(page, join(DIRECTORY, 'page.png'));
    const email = join(directory, 'email.html');
    await printed('messages', 'open', '--transactional', 'Password reset', '--out', email);
    await emailScreenshots(email);
  } else {
    console.log(`page.png was not updated: ${noBrowser}.`);
  }
} finally {
  await rm(directory, { recursive: true, force: true });
}
