/** A noun inside a noun: its commands parse, and have help, suggestions and completion. */
import { describe, expect, it } from 'vitest';
import { complete } from '../../src/cli/complete.ts';
import { type Parsed, parse } from '../../src/cli/program.ts';
import { commandsOf, type Entry } from '../../src/define/tree.ts';
import { showCommand } from '../../src/nouns/themes/show.ts';

const tree: readonly Entry[] = [
  {
    name: 'shelf',
    summary: 'Shelves',
    local: true,
    verbs: [
      { name: 'show', summary: 'Show a shelf', load: async () => showCommand },
      {
        name: 'book',
        aliases: ['books'],
        summary: 'Books of a shelf',
        verbs: [{ name: 'open', summary: 'Open a book', load: async () => showCommand }],
      },
    ],
  },
];

const typed = (line: string): Promise<Parsed> =>
  parse(line.split(' '), { tree, version: '1.2.3', width: undefined, bold: (text) => text });
const helpOf = async (line: string) => {
  const parsed = await typed(line);
  return parsed.kind === 'command' ? '' : parsed.text;
};
const values = async (line: string) =>
  (await complete(line.split(' '), { tree, profiles: async () => [], names: async () => [] })).candidates.map(
    ({ value }) => value,
  );

describe('a noun inside a noun', () => {
  it('has commands with three words, which inherit that they are local', () => {
    expect(commandsOf(tree).map(({ words, local }) => [words.join(' '), local])).toEqual([
      ['shelf show', true],
      ['shelf book open', true],
    ]);
  });

  it.each(['shelf book open c1', 'shelf books open c1', 'shelf show c1'])('parses %s', async (line) => {
    expect(await typed(line)).toMatchObject({ kind: 'command', input: { id: 'c1' } });
  });

  it('has help on every level', async () => {
    expect(await helpOf('shelf --help')).toMatch(/^ {2}book +Books of a shelf$/m);
    expect(await helpOf('shelf book --help')).toMatch(/^ {2}open +Open a book$/m);
    expect(await helpOf('help shelf book open')).toContain('loopsctl shelf book open <id> [flags]');
    expect(await typed('shelf book')).toMatchObject({
      kind: 'incomplete',
      failure: { message: 'Missing command after "loopsctl shelf book".', hint: 'Available: open.' },
    });
  });

  it('suggests the nearest command', async () => {
    await expect(typed('shelf book opn')).rejects.toMatchObject({ hint: 'Did you mean `loopsctl shelf book open`?' });
    await expect(typed('open')).rejects.toMatchObject({ hint: 'Did you mean `loopsctl shelf book open`?' });
    await expect(typed('shelf book opn --help')).rejects.toMatchObject({
      message: 'Unknown command "opn" for "loopsctl shelf book".',
    });
  });

  it('completes', async () => {
    expect(await values('shelf ')).toEqual(['show', 'book']);
    expect(await values('shelf book ')).toEqual(['open']);
    expect(await values('shelf books open --hel')).toEqual(['--help']);
  });
});
