/** Proves that help topics are complete: every fact of the code that they describe is in them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from '../../src/cli/program.ts';
import { TOPICS } from '../../src/cli/topics.ts';
import { EFFECTS } from '../../src/define/effect.ts';
import { FORMAT_NAMES } from '../../src/define/format-name.ts';
import { aliasesOf } from '../../src/define/tree.ts';
import { EXIT_CHECK_FAILED, EXIT_CODES } from '../../src/errors.ts';
import { tree } from '../../src/nouns/index.ts';

async function textOf(line: string, width = 80, bold = (text: string) => text): Promise<string> {
  const parsed = await parse(line.split(' '), { tree, version: '', width, bold });
  if (parsed.kind !== 'help') throw new Error(`Not help: ${line}`);
  return parsed.text;
}

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url));

/** Variables that describe a session and are set by other programs. */
const NOT_SETTINGS = ['SSH_CONNECTION', 'SSH_TTY', 'WSL_DISTRO_NAME'];

function variablesRead(): string[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const names = files.flatMap((name) =>
    [...readFileSync(join(SOURCE, name), 'utf8').matchAll(/\benv\['([A-Z_]+)'\]/g)].map(([, found = '']) => found),
  );
  return [...new Set(names)].filter((name) => !NOT_SETTINGS.includes(name));
}

describe.each(TOPICS)('help $name', ({ name, sections, summary }) => {
  it('has bold headings and fits 80 columns', async () => {
    const text = await textOf(`help ${name}`, 80, (heading) => `<${heading}>`);
    expect(text.startsWith(`${summary}.\n\n<`)).toBe(true);
    for (const { heading } of sections) expect(text).toContain(`\n\n<${heading}>\n  `);
    const plain = await textOf(`help ${name}`);
    expect(plain.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(plain.split('\n').length).toBeLessThanOrEqual(60);
  });

  it('is listed in main help', async () => expect(await textOf('help')).toContain(name));

  it('is not the name of a command', () => {
    expect(tree.flatMap((entry) => [entry.name, ...aliasesOf(entry)])).not.toContain(name);
  });
});

it('help exit-codes has every error code with its exit code', async () => {
  const text = await textOf('help exit-codes');
  for (const [code, exit] of Object.entries(EXIT_CODES)) expect(text).toMatch(new RegExp(`^  ${exit} +${code}: `, 'm'));
  expect(text).toMatch(new RegExp(`^  ${EXIT_CHECK_FAILED} `, 'm'));
  expect(text).toMatch(/^ {2}0 /m);
});

it('help environment has every variable that the program reads', async () => {
  const text = await textOf('help environment');
  expect(variablesRead()).toContain('LOOPS_API_KEY');
  for (const variable of variablesRead()) expect(text).toContain(variable);
});

it('help output and help effects have every format and every effect', async () => {
  const output = await textOf('help output');
  for (const format of FORMAT_NAMES) expect(output).toMatch(new RegExp(`^  ${format} +\\S`, 'm'));
  const effects = await textOf('help effects');
  for (const [effect, phrase] of Object.entries(EFFECTS)) {
    expect(effects).toMatch(new RegExp(`^  ${effect} +${phrase}`, 'm'));
  }
});

it('a topic can be requested with flags that take no value', async () => {
  const text = await textOf('help output');
  expect(await textOf('--no-color help output --no-pager')).toBe(text);
  expect(await textOf('help themes list')).toBe(await textOf('themes list --help'));
});
