/** Proves which candidates a line has, without a shell, a file or a network. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type CompleteOptions, complete, type NamedRecord } from '../../src/cli/complete.ts';
import { command } from '../../src/define/command.ts';
import { fieldsOf } from '../../src/define/schema.ts';
import { commandsOf, type Entry, isNoun, type Verb } from '../../src/define/tree.ts';
import { tree } from '../../src/nouns/index.ts';
import { hostileText } from '../arbitraries.ts';

const SUMMER = { id: 'cs1mmer', name: 'Summer sale' };
const SUNDAY = { id: 'csunday', name: 'Sunday' };
const WINTER = { id: 'cw1nter', name: 'Été d’hiver' };

const optionsWith = (changes: Partial<CompleteOptions> = {}): CompleteOptions => ({
  tree,
  profiles: async () => ['work', 'staging', '$(touch x)', '-f'],
  names: async (list) => (list === 'themes list' ? [SUMMER, SUNDAY, WINTER] : []),
  ...changes,
});

const completed = async (line: string, changes?: Partial<CompleteOptions>) =>
  complete(line.split(' '), optionsWith(changes));
const values = async (line: string, changes?: Partial<CompleteOptions>) =>
  (await completed(line, changes)).candidates.map(({ value }) => value);

describe('commands', () => {
  it.each<[string, readonly string[]]>([
    ['', tree.map(({ name }) => name)],
    ['the', ['themes']],
    ['themes ', ['list', 'show', 'create', 'update', 'open', 'diff', 'lint', 'export']],
    ['theme s', ['show']],
    ['themes l', ['list', 'lint']],
    ['themes ls', ['ls']],
    ['workflows', ['workflows']],
    ['help the', ['themes']],
    ['help exit', ['exit-codes']],
    ['help themes s', ['show']],
    ['whoa', ['whoami']],
    ['help', []],
    ['nope ', []],
    ['nope --', []],
    ['themes nope ', []],
    ['--sandbox -q the', ['themes']],
    ['-qo json the', ['themes']],
    ['--timeout=5 the', ['themes']],
    ['completion ', ['bash', 'zsh', 'fish', 'powershell']],
  ])('%j', async (line, expected) => expect(await values(line)).toEqual(expected));

  it('come with their summaries', async () => {
    expect((await completed('the')).candidates).toEqual([{ value: 'themes', description: 'Themes and their styles' }]);
  });

  it('load only the command that was typed', async () => {
    const loaded: string[] = [];
    const watched = (verb: Verb): Verb => ({
      ...verb,
      load: () => {
        loaded.push(verb.name);
        return verb.load();
      },
    });
    const watchedIn = (entry: Entry): Entry =>
      isNoun(entry) ? { ...entry, verbs: entry.verbs.map(watchedIn) } : watched(entry);
    const watchedTree = tree.map(watchedIn);
    await values('themes sh', { tree: watchedTree });
    expect(loaded).toEqual([]);
    await values('themes show ', { tree: watchedTree });
    expect(loaded).toEqual(['show']);
  });
});

describe('flags', () => {
  it.each<[string, readonly string[]]>([
    ['--sand', ['--sandbox']],
    ['--ver', ['--version']],
    ['themes --ver', []],
    ['themes list --l', ['--limit']],
    ['themes list --limit 3 --l', []],
    ['webhooks sample contact.created --set a=b --se', ['--set']],
    ['themes list --no-co', ['--no-color']],
    ['--ex', ['--expect-team']],
    ['themes show x --no-', ['--no-cache', '--no-history', '--no-color', '--no-pager', '--no-headers']],
    ['themes list --dry', []],
    ['groups create --dry', ['--dry-run']],
    ['transactional publish x --y', ['--yes']],
    ['groups create --dry-run --dry', []],
    ['-q', ['-q']],
    ['-o', ['-o']],
    ['themes list -- --l', []],
  ])('%j', async (line, expected) => expect(await values(line)).toEqual(expected));

  it('are all offered after --, with descriptions', async () => {
    const { candidates } = await completed('themes list --');
    expect(candidates.map(({ value }) => value)).toEqual(expect.arrayContaining(['--per-page', '--json', '--help']));
    expect(candidates.every(({ description }) => description !== '')).toBe(true);
  });
});

describe('values', () => {
  it.each<[string, readonly string[]]>([
    ['ips list --format n', ['nginx', 'nftables']],
    ['ips list --format=n', ['--format=nginx', '--format=nftables']],
    ['-o j', ['json', 'junit']],
    ['--output=j', ['--output=json', '--output=junit']],
    ['messages show -o l', ['lmx']],
    ['themes list -o l', []],
    ['themes list -o j', ['json']],
    ['workflow lint -o j', ['json', 'junit']],
    ['--profile ', ['work', 'staging']],
    ['auth use s', ['staging']],
    ['auth use staging ', []],
    ['themes list --limit ', []],
    ['themes list --fields id,na', ['id,name']],
    ['themes list --json=', []],
    ['auth allow s', ['staging']],
    ['auth allow work read,c', ['read,change', 'read,cascade']],
    ['--allow d', ['draft', 'destroy']],
    ['--allow=read,d', ['--allow=read,draft', '--allow=read,destroy']],
    ['webhooks send contact.c', ['contact.created']],
  ])('%j', async (line, expected) => expect(await values(line)).toEqual(expected));

  it.each(['ips check ', 'webhooks sign --body ', 'webhooks sign --body='])('%j is a file', async (line) => {
    expect(await completed(line)).toEqual({ candidates: [], files: true });
  });
});

describe('IDs', () => {
  it('are found by name, in upper and lower case, and by their beginning', async () => {
    expect((await completed('themes show su')).candidates).toEqual([
      { value: SUMMER.id, description: SUMMER.name, name: SUMMER.name },
      { value: SUNDAY.id, description: SUNDAY.name, name: SUNDAY.name },
    ]);
    expect(await values('themes show ')).toHaveLength(3);
    expect(await values('themes show cs1')).toEqual([SUMMER.id]);
    // The same letters, composed in another way.
    expect(await values(`themes show ${'ÉTÉ'.normalize('NFD')}`)).toEqual([WINTER.id]);
  });

  it('are not offered twice where several can be given', async () => {
    const many = command({
      input: z.object({ ids: z.array(z.string()).meta({ refersTo: { name: 'theme', list: 'themes list' } }) }),
      positionals: ['ids'],
      output: z.null(),
      examples: [],
      run: async () => null,
      view: { kind: 'document' },
    });
    const only: readonly Entry[] = [{ name: 'many', summary: '', load: async () => many }];
    expect(await values(`many ${SUMMER.id} `, { tree: only })).toEqual([SUNDAY.id, WINTER.id]);
  });

  it('and file names are offered where either fits', async () => {
    const names = async () => [SUMMER];
    expect(await completed('workflow lint ', { names })).toMatchObject({
      candidates: [{ value: SUMMER.id }],
      files: true,
    });
    expect(await completed('workflow lint wel', { names })).toEqual({ candidates: [], files: true });
  });

  it('are those of the team that the flags select', async () => {
    const asked: unknown[] = [];
    const names = async (...given: unknown[]): Promise<readonly NamedRecord[]> => {
      asked.push(given);
      return [];
    };
    await values('--profile=staging themes show --base-url http://127.0.0.1:1 ', { names });
    await values('--sandbox -qojson groups show ', { names });
    expect(asked).toEqual([
      ['themes list', { profile: 'staging', baseUrl: 'http://127.0.0.1:1' }],
      ['groups list --type all', { sandbox: true, quiet: true, output: 'json' }],
    ]);
  });

  it('are left out where they could mean something to a shell', async () => {
    const names = async () => ['$(x)', '-rf', 'a b', 'c"', 'c\n', '', 'cok'].map((id) => ({ id, name: 'n' }));
    expect(await values('themes show ', { names })).toEqual(['cok']);
  });
});

it('never rejects, whatever the words', async () => {
  const nouns = commandsOf(tree).map(({ words }) => words);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom([], ...nouns), fc.array(hostileText, { maxLength: 4 }), async (words, others) => {
      const { candidates } = await complete([...words, ...others], optionsWith());
      for (const { value } of candidates) expect(value).toMatch(/^[\w.,@+=:-]+$|^--[a-z-]+=/);
    }),
  );
});

it('completes every argument that is an ID or has choices', async () => {
  for (const { words, verb } of commandsOf(tree)) {
    const { input, positionals } = await verb.load();
    const first = fieldsOf(input).find(({ name }) => name === positionals?.[0]);
    if (first?.refersTo?.list === undefined && first?.choices === undefined) continue;
    const found = await complete([...words, ''], optionsWith({ names: async () => [SUMMER] }));
    expect({ words, found: found.candidates.length }).not.toEqual({ words, found: 0 });
  }
});
