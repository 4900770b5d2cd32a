/** Proves in a real browser what a person does with the pictures: sees them, clicks, searches, zooms, without any network. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noBrowser } from '../../../../scripts/chromium.js';
import { createWorld, type World } from '../../../world.ts';
import { type Browser, startBrowser } from './chromium.ts';
import { graphs, hostile, idsOf, pageOf, SHAPES, svgOf } from './graphs.ts';

const TRIAL = 'cr3d19ajwtfxqfczuxgmvwzxv';
const YEAR = 'c31koryevs23p34npjl1f3a54';

if (noBrowser !== undefined)
  process.stderr.write(`test/nouns/workflow/pictures/page.test.ts is skipped: ${noBrowser}\n`);

describe.skipIf(noBrowser !== undefined)('in a browser', () => {
  let directory = '';
  let browser: Browser;
  let world: World;
  let page: Page;
  /** What the page asked for, and what went wrong in it. */
  let requests: string[] = [];
  let errors: string[] = [];
  let count = 0;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'loopsctl-pictures-'));
    [browser, world] = await Promise.all([startBrowser(), createWorld()]);
    page = await browser.context.newPage();
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
  });
  afterAll(async () => {
    await browser.close();
    await world.close();
    await rm(directory, { recursive: true, force: true });
  });

  async function show(document: string, extension: 'html' | 'svg'): Promise<void> {
    const file = join(directory, `${count}.${extension}`);
    count += 1;
    await writeFile(file, document);
    [requests, errors] = [[], []];
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(pathToFileURL(file).href);
  }

  async function printed(id: string, format: 'html' | 'svg'): Promise<string> {
    const { stdout, stderr, code } = await world.run(['workflow', 'show', id, '--format', format]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  }

  /** Only the document was requested, and nothing was logged. */
  function expectQuiet(): void {
    expect(requests).toEqual([page.url()]);
    expect(errors).toEqual([]);
  }

  const nodes = () => page.locator('g.node');
  const panel = () => page.locator('aside');
  const scale = async (): Promise<number> =>
    Number(/scale\(([\d.]+)\)/.exec((await page.locator('#scene').getAttribute('transform')) ?? '')?.[1]);

  it.each([TRIAL, YEAR])('the page of %s shows every node and asks for nothing', async (id) => {
    const { stdout } = await world.run(['workflow', 'show', id, '--json']);
    await show(await printed(id, 'html'), 'html');
    expect(await nodes().count()).toBe(idsOf(JSON.parse(stdout)).length);
    expect(await nodes().first().isVisible()).toBe(true);
    expectQuiet();
  });

  it.each(['html', 'svg'] as const)('no text leaves its box, in %s', async (extension) => {
    await show(await printed(YEAR, extension), extension);
    const leaving = await page.evaluate<string[]>(`
      [...document.querySelectorAll('g.node')].filter((node) => {
        const text = node.querySelector('text').getBoundingClientRect();
        const box = node.querySelector('.box').getBoundingClientRect();
        return text.right > box.right - 4 || text.left < box.left || text.top < box.top || text.bottom > box.bottom;
      }).map((node) => node.textContent)`);
    expect(leaving).toEqual([]);
    expectQuiet();
  });

  it('a click shows the fields of a node, and Escape takes them away', async () => {
    await show(await printed(TRIAL, 'html'), 'html');
    expect(await panel().isHidden()).toBe(true);
    await nodes().filter({ hasText: 'Welcome to Brightwater' }).click();
    expect(await panel().innerText()).toContain('ccrchu6intp4bix3u9dwmxl9z');
    expect(await panel().innerText()).toMatch(/Subject\nWelcome to Brightwater/);
    // From there to the next node.
    await panel().getByRole('button', { name: 'Wait 2 days' }).click();
    expect(await panel().locator('h2').innerText()).toBe('Wait 2 days');
    await page.keyboard.press('Escape');
    expect(await panel().isHidden()).toBe(true);
    expectQuiet();
  });

  it('shows the email of a node in its theme, and runs and loads nothing of it', async () => {
    const lmx = `<Style themeId="calm" />\n<Paragraph>Hello <Link href="javascript:document.title = 'run'">you</Link></Paragraph>
      <script>document.title = 'run'</script><Image src="https://example.com/x.png" /><Button href="https://example.com">Go</Button></template></style>`;
    const email = {
      typeName: 'SendEmailAction',
      nextNodeIds: [],
      subject: 'Hi',
      emailMessage: { lmx, fromName: 'Ada' },
    };
    const emailThemes = { calm: { buttonBodyColor: '#123456' } };
    await show(await pageOf({ rootNodeId: 'a', nodes: { a: email }, emailThemes }), 'html');
    await nodes().first().click();
    expect(await panel().innerText()).toMatch(/From name\nAda/);
    const color = `getComputedStyle(document.querySelector('.preview').shadowRoot.querySelector('.button')).backgroundColor`;
    expect(await page.evaluate(color)).toBe('rgb(18, 52, 86)');
    expect(await panel().locator('.preview .email').innerText()).toContain('Hello you');
    await panel().locator('.preview').getByText('you').click();
    expect(await panel().locator('.preview :is(script, img)').count()).toBe(0);
    expect(await page.title()).not.toBe('run');
    expectQuiet();
  });

  it('can be used with the keyboard alone', async () => {
    await show(await printed(TRIAL, 'html'), 'html');
    const focused = () => page.evaluate<string>(`document.activeElement.getAttribute('aria-label')`);
    for (let presses = 0; presses < 9 && (await focused()) !== 'Wait 10 minutes'; presses += 1) {
      await page.keyboard.press('Tab');
    }
    expect(await focused()).toBe('Wait 10 minutes');
    await page.keyboard.press('Enter');
    expect(await panel().locator('h2').innerText()).toBe('Wait 10 minutes');
    await page.keyboard.press('Escape');
    expect(await focused()).toBe('Wait 10 minutes');
    const before = await scale();
    await page.keyboard.press('+');
    expect(await scale()).toBeGreaterThan(before);
    await page.keyboard.press('-');
    expect(await scale()).toBeCloseTo(before);
    await page.keyboard.press('/');
    await page.keyboard.type('-');
    expect(await page.locator('input').inputValue()).toBe('-');
    expect(await scale()).toBeCloseTo(before);
    expectQuiet();
  });

  it('is zoomed by buttons and the wheel, moved by dragging, and fitted', async () => {
    await show(await printed(YEAR, 'html'), 'html');
    const before = await scale();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    expect(await scale()).toBeCloseTo(before * 1.4);
    await page.mouse.move(640, 500);
    await page.mouse.wheel(0, 400);
    await expect.poll(scale).toBeLessThan(before * 1.4);
    const first = async () => (await nodes().first().boundingBox()) ?? { x: 0, y: 0 };
    const { x, y } = await first();
    await page.mouse.move(200, 500);
    await page.mouse.down();
    await page.mouse.move(260, 540, { steps: 3 });
    await page.mouse.up();
    const moved = await first();
    expect(moved.x - x).toBeCloseTo(60, 0);
    expect(moved.y - y).toBeCloseTo(40, 0);
    await page.getByRole('button', { name: 'Show all' }).click();
    const seen = await page.locator('#scene').boundingBox();
    expect(seen?.y).toBeGreaterThan(0);
    expect((seen?.y ?? 0) + (seen?.height ?? 0)).toBeLessThanOrEqual(900);
    expectQuiet();
  });

  it('two fingers zoom it', async () => {
    await show(await printed(TRIAL, 'html'), 'html');
    const before = await scale();
    const touch = await browser.context.newCDPSession(page);
    const fingers = (apart: number) => [
      { x: 640 - apart, y: 500, id: 1 },
      { x: 640 + apart, y: 500, id: 2 },
    ];
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await page.reload();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(80) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    expect(await scale()).toBeCloseTo(before * 2, 1);
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    await touch.detach();
  });

  it('search finds nodes by their words and fields, goes to each, and counts them', async () => {
    await show(await printed(YEAR, 'html'), 'html');
    await page.locator('input').fill('CALENDAR SYNC');
    expect(await page.locator('g.node.found').count()).toBe(3);
    expect(await page.locator('output').innerText()).toBe('1 of 3');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    expect(await page.locator('output').innerText()).toBe('3 of 3');
    const box = await page.locator('g.node.found').last().boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect(box?.y).toBeLessThan(900);
    await page.locator('input').fill('nothing has this');
    expect(await page.locator('output').innerText()).toBe('none');
    await page.keyboard.press('Escape');
    expect(await page.locator('main.searching').count()).toBe(0);
    expectQuiet();
  });

  it.each([
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(18, 22, 29)'],
  ] as const)('follows a %s system', async (colorScheme, paper) => {
    await page.emulateMedia({ colorScheme });
    await show(await printed(TRIAL, 'svg'), 'svg');
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.background')).fill`)).toBe(paper);
    await show(await printed(TRIAL, 'html'), 'html');
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(paper);
    await page.emulateMedia({ colorScheme: null });
    expectQuiet();
  });

  it.each(['html', 'svg'] as const)('hostile texts run nothing and change nothing, in %s', async (extension) => {
    await show(await (extension === 'html' ? pageOf(hostile) : svgOf(hostile)), extension);
    expect(await nodes().count()).toBe(idsOf(hostile).length);
    expect(await page.title()).not.toBe('run');
    expect(await page.evaluate(`document.querySelectorAll('script').length`)).toBe(extension === 'html' ? 2 : 0);
    expect(
      await page.evaluate(`document.querySelectorAll('img, iframe, foreignObject, [onload], [onerror]').length`),
    ).toBe(0);
    if (extension === 'html') {
      for (const text of ['<script>', '<img', '</script>']) {
        await page.locator('g.node', { hasText: text }).first().focus();
        await page.keyboard.press('Enter');
        expect(await panel().locator('h2').innerText()).toContain(text);
      }
      expect(await page.title()).not.toBe('run');
    }
    expectQuiet();
  });

  it('the policy of the page forbids every script but its own', async () => {
    await show(await printed(TRIAL, 'html'), 'html');
    const sent = world.requests.length;
    await page.evaluate(`
      const script = document.createElement('script');
      script.textContent = 'document.title = "run"';
      document.body.append(script);
      const image = '<img src="${world.sandbox.baseUrl}/x.png" onload="document.title = 1" onerror="document.title = 2">';
      document.body.insertAdjacentHTML('beforeend', image);
      fetch('${world.sandbox.baseUrl}/x').catch(() => document.body.insertAdjacentHTML('beforeend', '<b>refused</b>'));`);
    await page.locator('b', { hasText: 'refused' }).waitFor();
    expect(await page.title()).toBe('🌱 Trial onboarding');
    expect(errors.filter((error) => error.includes('Content Security Policy')).length).toBeGreaterThanOrEqual(3);
    expect(world.requests.slice(sent)).toEqual([]);
  });

  it.each(Object.entries(SHAPES).filter(([, { nodes: drawn }]) => Object.keys(drawn).length <= 300))(
    'shows %s',
    async (_, workflow) => {
      await show(await pageOf(workflow), 'html');
      expect(await nodes().count()).toBe(idsOf(workflow).length);
      expectQuiet();
    },
  );

  it('every picture is well-formed XML, and every page has its nodes', { timeout: 120_000 }, async () => {
    const documents = fc.sample(graphs(12), 150);
    await show(await svgOf({}), 'svg');
    const found = await page.evaluate<(number | string)[]>(`
      ${JSON.stringify(await Promise.all(documents.map(svgOf)))}.map((text) => {
        const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
        return parsed.querySelector('parsererror')?.textContent ?? parsed.querySelectorAll('g.node').length;
      })`);
    expect(found).toEqual(documents.map((workflow) => idsOf(workflow).length));
    const pages = await page.evaluate<number[]>(`
      ${JSON.stringify(await Promise.all(documents.map(pageOf)))}.map((text) => {
        const parsed = new DOMParser().parseFromString(text, 'text/html');
        return JSON.parse(parsed.getElementById('nodes').textContent).length;
      })`);
    expect(pages).toEqual(found);
  });
});
