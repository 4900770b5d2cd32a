/** `messages open` in a real browser: two widths, two color schemes, plain text, nothing loaded, no script run. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noBrowser } from '../../../scripts/chromium.js';
import { emailPage } from '../../../src/nouns/messages/open/page.ts';
import { type Browser, startBrowser } from '../workflow/pictures/chromium.ts';

if (noBrowser !== undefined) process.stderr.write(`test/nouns/messages/open.test.ts is skipped: ${noBrowser}\n`);

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const LMX = `<Style textBaseColor="" />
<H1>Hi {contact.firstName}</H1>
<Columns><ColumnItem><Paragraph>Left</Paragraph></ColumnItem><ColumnItem><Paragraph>Right</Paragraph></ColumnItem></Columns>
<Image src="https://images.vialoops.com/a.png" alt="A chart" />
<Section if="{contact.plan}" ifOperation="empty"><Paragraph>Hidden</Paragraph></Section>
<script>document.title = 'run'</script>
<Button href="javascript:document.title='run'">Bad</Button>
<Icons color="#808080"><Icon name="github" href="https://acme.test" /></Icons>
`;

describe.skipIf(noBrowser !== undefined)('in a browser', () => {
  let directory = '';
  let browser: Browser;
  let page: Page;
  const requests: string[] = [];
  const errors: string[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'loopsctl-email-'));
    browser = await startBrowser();
    page = await browser.context.newPage();
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    const file = join(directory, 'email.html');
    const message = { subject: 'For {contact.firstName}', fromName: '<b>Acme</b>', previewText: 'News' };
    const html = await emailPage({ source: 'email.lmx', lmx: LMX, message, lintOptions: {}, preview: {}, remarks: [] });
    await writeFile(file, html);
    await page.goto(pathToFileURL(file).href);
  });
  afterAll(async () => {
    await browser.close();
    await rm(directory, { recursive: true, force: true });
  });

  const box = async (selector: string) =>
    (await page.locator(selector).first().boundingBox()) ?? { x: 0, y: 0, width: 0 };
  const email = () => page.locator('.email').screenshot();

  it('loads nothing, runs nothing, and breaks no rule of its policy', async () => {
    expect(requests).toHaveLength(1);
    expect(errors).toEqual([]);
    expect(await page.title()).toBe('For {contact.firstName}');
    await page.locator('.email .button').click();
    expect(await page.title()).toBe('For {contact.firstName}');
  });

  it('shows the line of the inbox as text', async () => {
    expect(await page.locator('.inbox').innerText()).toMatch(/<b>Acme<\/b>\s*For First name\s*News/);
  });

  it('says that it is an approximation, and why a section is hidden', async () => {
    const text = await page.locator('body').innerText();
    expect(text).toContain('This is an approximation');
    expect(text).toContain('Line 5: {contact.plan} is "Plan"; it is shown if the value is empty.');
    expect(await page.locator('.email').innerText()).not.toContain('Hidden');
  });

  it('puts marks beside what findings concern', async () => {
    const mark = page.locator('.marked', { hasText: 'Bad' }).locator('.mark').last();
    const number = await mark.innerText();
    expect(await page.locator(`#finding-${number}`).innerText()).toContain('line 7');
  });

  it('is narrow for phones, where columns are below each other', async () => {
    const [left, right] = [await box('.column'), await page.locator('.column').nth(1).boundingBox()];
    expect(right?.y).toBe(left.y);
    const wide = await email();
    await page.locator('#phone').check();
    expect((await box('.email')).width).toBe(375);
    expect((await page.locator('.column').nth(1).boundingBox())?.y).toBeGreaterThan((await box('.column')).y);
    expect(await email()).not.toEqual(wide);
    await page.locator('#desktop').check();
    // The same pixels again.
    expect(await email()).toEqual(wide);
  });

  it('has dark colors, except those that the email sets', async () => {
    // Text, because the types of a page are not those of Node.
    const colorOf = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).color`);
    const [text, icon] = [await colorOf('.canvas h1'), await colorOf('.icon')];
    await page.locator('#dark').check();
    expect(await colorOf('.canvas h1')).not.toBe(text);
    expect(icon).toBe('rgb(128, 128, 128)');
    expect(await colorOf('.icon')).toBe(icon);
    await page.locator('#light').check();
  });

  it('can read automatic colors on a background that the email sets, also in the dark', async () => {
    const html = await emailPage({
      source: 'email.lmx',
      lmx: '<Style bodyColor="#ffffff" /><H1>A</H1><Paragraph blockColor="#0f172a">B <Link href="https://a.test">C</Link></Paragraph>',
      lintOptions: {},
      preview: {},
      remarks: [],
    });
    const file = join(directory, 'fixed.html');
    await writeFile(file, html);
    const other = await browser.context.newPage();
    await other.goto(pathToFileURL(file).href);
    const colors = () =>
      other.evaluate(
        `['h1', 'p', 'p a'].map((selector) => getComputedStyle(document.querySelector('.canvas ' + selector)).color)`,
      );
    const expected = ['rgb(26, 26, 26)', 'rgb(232, 234, 237)', 'rgb(138, 180, 248)'];
    expect(await colors()).toEqual(expected);
    await other.locator('#dark').check();
    expect(await colors()).toEqual(expected);
  });

  it('loads images only when they are switched on', async () => {
    await page.route('https://images.vialoops.com/**', (route) =>
      route.fulfill({ contentType: 'image/png', body: PIXEL }),
    );
    const shown = async () => [
      await page.locator('.image').isVisible(),
      await page.locator('.image + .image-off').isVisible(),
    ];
    expect([await shown(), requests.length]).toEqual([[false, true], 1]);
    const loaded = page.waitForResponse('https://images.vialoops.com/a.png');
    await page.locator('#images-on').check();
    await loaded;
    expect([await shown(), requests.slice(1)]).toEqual([[true, false], ['https://images.vialoops.com/a.png']]);
    await page.locator('#images-off').check();
    expect([await shown(), errors]).toEqual([[false, true], []]);
  });

  it('has plain text', async () => {
    await page.locator('#text').check();
    expect(await page.locator('.email').isVisible()).toBe(false);
    expect(await page.locator('.plain').innerText()).toContain('Hi First name');
    await page.locator('#html').check();
  });

  it.each(['desktop light', 'phone dark'])('looks as it did: %s', async (look) => {
    for (const control of look.split(' ')) await page.locator(`#${control}`).check();
    const picture = (await email()).toString('base64');
    // The policy of the page itself allows no image.
    const other = await browser.context.newPage();
    const drawn = (await other.evaluate(`(${grid})('data:image/png;base64,${picture}')`)) as string;
    const file = join(import.meta.dirname, `../../fixtures/email-${look.replace(' ', '-')}.txt`);
    const expected = await readFile(file, 'utf8').catch(() => '');
    // Fonts differ a little between machines.
    await expect(isSimilar(drawn, expected) ? expected : drawn).toMatchFileSnapshot(file);
  });
});

const isSimilar = (drawn: string, expected: string): boolean =>
  Math.abs(drawn.length - expected.length) < expected.length / 10 &&
  [...drawn].filter((cell, index) => cell !== expected[index]).length < expected.length / 10;

/** Runs in a page. A picture as text, a character for 24 × 24 pixels: with something in it, light or dark. */
const grid = `async (source) => {
  const image = new Image();
  image.src = source;
  await image.decode();
  const CELL = 24;
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const rows = [];
  for (let y = 0; y + CELL <= image.height; y += CELL) {
    let row = '';
    for (let x = 0; x + CELL <= image.width; x += CELL) {
      const { data } = context.getImageData(x, y, CELL, CELL);
      let [darkest, lightest] = [255, 0];
      for (let at = 0; at < data.length; at += 4) {
        const light = (data[at] + data[at + 1] + data[at + 2]) / 3;
        darkest = Math.min(darkest, light);
        lightest = Math.max(lightest, light);
      }
      row += lightest - darkest > 60 ? '#' : lightest > 128 ? '.' : '-';
    }
    rows.push(row);
  }
  return rows.join('\\n') + '\\n';
}`;
