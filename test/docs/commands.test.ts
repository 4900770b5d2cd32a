/** `docs/commands.md` is printed from the code: this test fails when it is stale, and `npm run docs` writes it anew. */
import { expect, test } from 'vitest';
import { parse } from '../../src/cli/program.ts';
import { TOPICS } from '../../src/cli/topics.ts';
import { commandsOf } from '../../src/define/tree.ts';
import { EXIT_CHECK_FAILED, EXIT_CODES } from '../../src/errors.ts';
import { tree } from '../../src/nouns/index.ts';

async function helpOf(...words: string[]): Promise<string> {
  const parsed = await parse([...words, '--help'], { tree, version: '', width: 100, bold: (text) => text });
  if (parsed.kind !== 'help') throw new Error(`No help for ${words.join(' ')}`);
  // Every command has the same ones; the page prints them once.
  return parsed.text.replace(/\n\nGlobal flags\n[\s\S]*$/, '\n');
}

async function topicOf(name: string): Promise<string> {
  const parsed = await parse(['help', name], { tree, version: '', width: 100, bold: (text) => text });
  if (parsed.kind !== 'help') throw new Error(`No topic ${name}`);
  return parsed.text;
}

const exitCodes = (): string => {
  const codes = new Map<number, string[]>([
    [0, ['(done)']],
    [EXIT_CHECK_FAILED, ['(a check ran and its answer is no)']],
  ]);
  for (const [code, exit] of Object.entries(EXIT_CODES)) codes.set(exit, [...(codes.get(exit) ?? []), `\`${code}\``]);
  const rows = [...codes].sort(([a], [b]) => a - b).map(([exit, names]) => `| ${exit} | ${names.join(', ')} |`);
  return ['| exit | `error.code` |', '|---|---|', ...rows].join('\n');
};

test('docs/commands.md says what the program says', async () => {
  const page = ['# Commands', 'Printed from the code by `npm run docs`.', '```text', (await helpOf()).trimEnd(), '```'];
  page.push('## Exit codes', exitCodes());
  for (const { name } of TOPICS) page.push(`## help ${name}`, '```text', (await topicOf(name)).trimEnd(), '```');
  for (const entry of tree) {
    page.push(`## ${entry.name}`, `${entry.summary}.`);
    for (const { words, verb } of commandsOf([entry])) {
      if (verb.sameAs !== undefined) {
        page.push(`Same as \`${verb.sameAs}\`.`);
        continue;
      }
      page.push(`### ${words.join(' ')}`, '```text', (await helpOf(...words)).trimEnd(), '```');
    }
  }
  const text = `${page
    .join('\n\n')
    .replaceAll('```text\n\n', '```text\n')
    .replaceAll('\n\n```\n', '\n```\n')
    .replace(/\n\n```$/, '\n```')}\n`;
  await expect(text).toMatchFileSnapshot('../../docs/commands.md');
});
