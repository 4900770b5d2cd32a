/** Proves of every command there is that its columns, flags, names and examples fit together. */
import { describe, expect, it } from 'vitest';
import { globalFields } from '../../src/cli/global-flags.ts';
import { parse } from '../../src/cli/program.ts';
import type { AnyCommand } from '../../src/define/command.ts';
import { flagName, flagOf } from '../../src/define/field.ts';
import { fieldsOf, hasPath } from '../../src/define/schema.ts';
import { aliasesOf, commandsOf, type Entry, isNoun } from '../../src/define/tree.ts';
import { tree } from '../../src/nouns/index.ts';
import { splitWords } from '../words.ts';

const all = await Promise.all(
  commandsOf(tree).map(async ({ words, verb }) => ({ typed: words.join(' '), verb, command: await verb.load() })),
);

/** The inputs that choose between a command's views and outputs. */
const INPUTS: readonly Record<string, unknown>[] = [
  { files: [], emails: [] },
  { node: 'n', files: ['-'], emails: ['e'] },
];

function columnPaths(command: AnyCommand): { path: string; known: boolean }[] {
  return INPUTS.flatMap((input) => {
    const view = typeof command.view === 'function' ? command.view(input) : command.view;
    const columns = 'columns' in view && typeof view.columns !== 'function' ? view.columns : [];
    return columns.map(({ path }) => ({ path, known: hasPath(command.output, path === '' ? [] : path.split('.')) }));
  });
}

/** Fields with the ID of another record, and what the record is. */
const REFERENCES: Readonly<Record<string, string>> = {
  transactionalGroupId: 'transactional group',
  campaignGroupId: 'campaign group',
  mailingListId: 'mailing list',
  audienceSegmentId: 'segment',
};

const repeated = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);

it('the nouns and verbs of the project card are there', () => {
  expect(all.map(({ typed }) => typed)).toEqual(
    expect.arrayContaining([
      ...['transactional metrics', 'transactional draft', 'groups list', 'workflow show', 'themes list', 'ips list'],
      ...[
        'transactional list',
        'transactional show',
        'transactional create',
        'transactional update',
        'transactional publish',
      ],
      ...[
        'groups show',
        'groups create',
        'groups update',
        'workflow list',
        'themes show',
        'segments list',
        'segments show',
      ],
    ]),
  );
});

it('no noun has the name or alias of another, nor a verb of the same noun', () => {
  const namesIn = (entries: readonly Entry[]) => entries.flatMap((entry) => [entry.name, ...aliasesOf(entry)]);
  expect(repeated(namesIn(tree))).toEqual([]);
  expect(repeated(all.map(({ typed }) => typed))).toEqual([]);
  for (const { verbs } of tree.filter(isNoun)) expect(repeated(namesIn(verbs))).toEqual([]);
});

describe.each(all)('$typed', ({ typed, verb, command }) => {
  it('shows the names of the records that its result refers to', () => {
    const referents = columnPaths(command).flatMap(({ path }) => REFERENCES[path] ?? []);
    expect((command.shows ?? []).map(({ name }) => name)).toEqual(expect.arrayContaining(referents));
  });

  it('shows only columns that its result can have', () => {
    expect(columnPaths(command).filter(({ known }) => !known)).toEqual([]);
  });

  it('has a flag for every field, none of them the name of a global flag', () => {
    const fields = fieldsOf(command.input);
    const names = fields.map(({ name }) => flagName(name));
    const taken = [...globalFields.map(flagOf), '--help', '--version'];
    const flags = fields.filter(({ name }) => !command.positionals?.includes(name)).map(flagOf);
    expect(flags.filter((name) => taken.includes(name))).toEqual([]);
    expect(repeated(names)).toEqual([]);
    expect(fields.filter(({ description }) => description === '')).toEqual([]);
    for (const name of command.positionals ?? []) expect(fields.map((field) => field.name)).toContain(name);
  });

  it('has a sentence without a full stop, and examples of its own', () => {
    expect(verb.summary).toMatch(/^[A-Z].*[^.\s]$/);
    expect(command.examples.length).toBeGreaterThan(0);
    for (const { does, line } of command.examples) {
      expect(does).not.toBe('');
      expect(`${line} `.startsWith(`${verb.sameAs ?? typed} `)).toBe(true);
    }
  });

  it.each(command.examples.map(({ line }) => line))('understands its example: %s', async (line) => {
    const words = splitWords(line.replace(/ [<>].*$/, ''));
    const parsed = await parse(words, { tree, version: '0', width: undefined, bold: (text) => text });
    expect(parsed).toMatchObject({ kind: 'command', title: `loopsctl ${verb.sameAs ?? typed}` });
  });
});
