/** Checks that `man/loopsctl.1` is current and that `man` reads it without warnings. Run `npm run man` to update it. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { globalFields } from '../../src/cli/global-flags.ts';
import { TOPICS } from '../../src/cli/topics.ts';
import { flagOf } from '../../src/define/field.ts';
import { fieldsOf } from '../../src/define/schema.ts';
import { commandsOf } from '../../src/define/tree.ts';
import { tree } from '../../src/nouns/index.ts';
import { manPage, roff } from './man-page.ts';

const run = promisify(execFile);
const FILE = fileURLToPath(new URL('../../man/loopsctl.1', import.meta.url));

/** Where there is no formatter, only what it would show is left unchecked. */
const canFormat = await Promise.all([run('man', ['--version']), run('groff', ['--version'])]).then(
  () => true,
  () => false,
);

async function show(text: string) {
  const directory = await mkdtemp(join(tmpdir(), 'loopsctl-man-'));
  const file = join(directory, 'loopsctl.1');
  await writeFile(file, text);
  return run('man', ['--warnings', '-E', 'UTF-8', '-l', file], {
    env: { PATH: process.env['PATH'], MANWIDTH: '100', MAN_KEEP_FORMATTING: '', LC_ALL: 'C.UTF-8' },
    maxBuffer: 10_000_000,
  }).finally(() => rm(directory, { recursive: true }));
}

test('man/loopsctl.1 is generated from the code', async () => {
  await expect(await manPage(tree, LOOPSCTL_VERSION)).toMatchFileSnapshot(FILE);
});

test.skipIf(!canFormat)(
  `man shows every command, flag and topic without warnings${canFormat ? '' : ' (skipped: man or groff is missing)'}`,
  async () => {
    const { stdout, stderr } = await show(await manPage(tree, LOOPSCTL_VERSION));
    expect(stderr).toBe('');
    const text = stdout.replace(/\s+/g, ' ');
    for (const { words, verb } of commandsOf(tree)) {
      expect(text).toContain(`loopsctl ${words.join(' ')}`);
      const command = await verb.load();
      const flags = fieldsOf(command.input).filter(({ name }) => !command.positionals?.includes(name));
      for (const flag of [...flags, ...globalFields]) expect(text).toContain(flagOf(flag));
    }
    for (const { sections } of TOPICS) for (const { heading } of sections) expect(text).toContain(heading);
    expect(text).toContain('--timeout <s> request timeout in seconds (default: 30)');
  },
);

test('text cannot act as roff', () => {
  const acting = ['.de', '\\', "'", '"', '-', '^', '~', '`'];
  for (const text of acting) expect(roff(text)).toMatch(/^\\/);
  expect(roff('a\n.so /etc/passwd')).toBe('a .so /etc/passwd');
  expect(roff('é…')).toBe('\\[u00E9]\\[u2026]');
});

test('the package names the page', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    man: string;
    files: string[];
  };
  expect(manifest.man).toBe('man/loopsctl.1');
  expect(manifest.files).toContain('man');
});
