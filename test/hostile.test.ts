/** Arbitrary names, IDs and configuration files lead to a result or a clear error, never to a bug. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { anyText } from './arbitraries.ts';
import { ACTIVE_CHARACTERS } from './faults/active-characters.ts';
import { removeCache } from './without-cache.ts';
import { createWorld, type World } from './world.ts';

async function inWorld(work: (world: World) => Promise<void>): Promise<void> {
  const world = await createWorld();
  await removeCache(world);
  try {
    await work(world);
  } finally {
    await world.close();
  }
}

const text = fc.oneof(
  fc.string(),
  anyText(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '\u001b]0;owned\u0007',
    'a\r\nb',
    '\u202eexe.gnp',
    '🫠🪿',
    '日本語',
    '__proto__',
    ' ',
    '-',
    '--',
    '--json',
    "'; drop",
  ),
);

test('a name with any characters is stored unchanged and never controls a terminal', () =>
  inWorld(async ({ run }) => {
    await fc.assert(
      fc.asyncProperty(text, async (name) => {
        const created = await run(['groups', 'create', `--name=${name}`, '--json']);
        expect([0, 2, 5], created.stderr).toContain(created.code);
        if (created.code !== 0) return;
        const { id, name: kept } = JSON.parse(created.stdout) as { id: string; name: string };
        // A lone surrogate cannot be sent: JSON over HTTP is UTF-8.
        if (name.isWellFormed()) expect(kept).toBe(name);
        for (const format of [[], ['--json'], ['-o', 'yaml'], ['-o', 'ndjson']]) {
          const shown = await run(['groups', 'show', id, '--no-color', ...format], { columns: 80 });
          expect(shown.code).toBe(0);
          expect(shown.stdout).not.toMatch(ACTIVE_CHARACTERS);
        }
      }),
      { numRuns: 300 },
    );
    const listed = await run(['groups', 'list', '--limit', '100', '--no-color'], { columns: 100 });
    const lines = listed.stdout.trimEnd().split('\n');
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(100);
  }));

test('an ID with any characters is rejected, not found, or invalid', () =>
  inWorld(async ({ run }) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, fc.string({ minLength: 9_000, maxLength: 10_000 })), async (id) => {
        const { code, stdout } = await run(['themes', 'show', '--json', '--', id]);
        expect([2, 4, 5]).toContain(code);
        expect(stdout).toBe('');
      }),
      { numRuns: 300 },
    );
  }));

test('a configuration file with any content is used, or named in an error and not modified', () =>
  inWorld(async ({ run, directory }) => {
    const path = join(directory, 'config', 'config.json');
    await mkdir(join(directory, 'config'), { recursive: true });
    const content = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((value) => `{"current": "a", "profiles": ${value}}`),
      fc.json().map((value) => `{"current": "a", "profiles": {"a": ${value}}}`),
      fc.json().map((value) => `{"current": "a", "profiles": {"a": {"apiKey": ${value}, "baseUrl": ${value}}}}`),
    );
    await fc.assert(
      fc.asyncProperty(content, async (written) => {
        await writeFile(path, written, { mode: 0o600 });
        for (const words of [
          ['themes', 'list', '--limit', '1'],
          ['auth', 'list'],
          ['auth', 'use', 'a'],
        ]) {
          const { code, stderr } = await run([...words, '--json'], { env: { LOOPS_API_KEY: undefined } });
          expect([0, 2, 3], stderr).toContain(code);
          if (code === 2 && stderr.includes(path)) expect(await readFile(path, 'utf8')).toBe(written);
        }
      }),
      { numRuns: 300 },
    );
  }));
