/** Proves that every command line gives help, a command or a usage failure that says what is wrong and what to do. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { globalFields } from '../../src/cli/global-flags.ts';
import { type Parsed, parse } from '../../src/cli/program.ts';
import { flagName, flagOf } from '../../src/define/field.ts';
import { fieldsOf } from '../../src/define/schema.ts';
import { aliasesOf, commandsOf, isNoun } from '../../src/define/tree.ts';
import { Failure } from '../../src/errors.ts';
import { tree } from '../../src/nouns/index.ts';
import { hostileText } from '../arbitraries.ts';

const parseWords = (words: readonly string[]) =>
  parse(words, { tree, version: '1.2.3', width: undefined, bold: (text) => text });
const typed = (line: string) => parseWords(line === '' ? [] : line.split(' '));

async function commandOf(line: string): Promise<Extract<Parsed, { kind: 'command' }>> {
  const parsed = await typed(line);
  if (parsed.kind !== 'command') throw new Error(`Not a command: ${line}`);
  return parsed;
}

async function helpOf(line: string): Promise<string> {
  const parsed = await typed(line);
  if (parsed.kind !== 'help') throw new Error(`Not help: ${line}`);
  return parsed.text;
}

/** Everything a person can get wrong, and what the message must name. */
const MISTAKES: ReadonlyArray<readonly [line: string, named: RegExp]> = [
  ['nope', /unknown command.*nope/i],
  ['theems list', /unknown command.*theems/i],
  ['diff staging themess', /expected one of theme, component/],
  ['themes nope', /unknown command.*nope/i],
  ['themes', /missing command after "loopsctl themes"/i],
  ['--json', /missing command after "loopsctl"/i],
  ['themes list --nope', /--nope/],
  ['themes list --limt 3', /--limt/],
  ['--nope themes list', /--nope/],
  ['themes list -x', /-x/],
  ['transactional metrics', /missing.*\bid\b/i],
  ['transactional metrics c --all', /IDs can't be combined with --all or --group/],
  ['transactional metrics c --group c', /IDs can't be combined with --all or --group/],
  ['transactional metrics --all --max-spam-rate 2', /--max-spam-rate.*2%.*0\.02/],
  ['transactional metrics --all --since yesterday', /--since.*24h.*2026-11-01/],
  ['transactional metrics --all --sort nope', /--sort.*deliveryRate/i],
  ['transactional history', /missing.*\bid\b/i],
  ['transactional publish a b', /too many arguments/i],
  ['transactional publish a --all', /unknown flag --all for "loopsctl transactional publish"/i],
  ['workflow show', /missing.*\bid\b/i],
  ['auth use', /missing.*\bname\b/i],
  ['transactional draft a b', /too many arguments/i],
  ['ips list extra', /too many arguments/i],
  ['themes list --limit', /missing value for --limit/i],
  ['themes list --limit abc', /--limit: expected a number/],
  ['themes list --limit 1e3', /--limit: expected a number/],
  ['themes list --limit 0x10', /--limit: expected a number/],
  ['themes list --limit= ', /--limit: expected a number/],
  ['themes list --limit 0', /--limit must be at least 1/],
  ['themes list --limit -5', /--limit must be at least 1/],
  ['themes list --limit 1.5', /--limit must be an integer/],
  ['themes list --per-page 9', /--per-page must be at least 10/],
  ['themes list --per-page 51', /--per-page must be at most 50/],
  ['themes list --cursor=', /--cursor must not be empty/],
  ['groups list --type other', /"other" for --type: expected one of transactional, campaign/],
  ['groups create', /Missing required flag --name/],
  ['groups create --name=', /--name must not be empty/],
  ['transactional create --group g', /Missing required flag --name/],
  ['groups update g', /At least one is required: --name, --description/],
  ['groups update g --type campaign', /At least one is required: --name, --description/],
  ['transactional update t', /At least one is required: --name, --group/],
  ['workflow show w --node', /missing value for --node/i],
  ['sandbox start --port 70000', /--port must be at most 65535/],
  ['sandbox start --port -1', /--port must be at least 0/],
  ['sandbox start --rate-limit-scale 2', /--rate-limit-scale must be at most 1/],
  ['themes list -o xml', /"xml" for --output: expected one of table, json, ndjson, csv, yaml/],
  ['themes list --output', /missing value for --output/i],
  ['themes list -o csv --json', /--json can't be combined with -o csv/],
  ['--json themes list --output table', /--json can't be combined with -o table/],
  ['themes list --sandbox --profile work', /--sandbox/],
  ['themes list --sandbox --base-url http://127.0.0.1:9', /--sandbox/],
  ['themes list --timeout 0', /--timeout must be greater than 0/],
  ['themes list --timeout -1', /--timeout must be greater than 0/],
  ['themes list --timeout soon', /--timeout: expected a number/],
  ['themes list --timeout 3601', /--timeout must be greater than 0 and at most 3600/],
  ['themes list --retries -1', /--retries must be an integer from 0/],
  ['themes list --retries 1.5', /--retries must be an integer from 0/],
  ['themes list --retries 1000', /--retries must be an integer from 0/],
];

/** The failure of a command line, also where help is printed for it. */
async function mistakeIn(line: string): Promise<Failure> {
  const parsed = await typed(line).catch((error: unknown) => error);
  if (parsed instanceof Failure) return parsed;
  const { kind, failure } = parsed as Extract<Parsed, { kind: 'incomplete' }>;
  expect(kind).toBe('incomplete');
  return failure;
}

describe('a mistake', () => {
  it.each(MISTAKES)('in `%s` exits 2 and is named', async (line, named) => {
    const failure = await mistakeIn(line);
    expect(failure).toMatchObject({ code: 'usage', exitCode: 2 });
    expect(failure.message).toMatch(named);
    expect(failure.message).toMatch(/^\S.*[.?]$/s);
  });

  it.each(MISTAKES)('in `%s` comes with what to do next', async (line) => {
    expect((await mistakeIn(line)).hint).toMatch(/^\S.+/);
  });

  it.each([
    ['theems list', '`loopsctl themes`'],
    ['themes lst', '`loopsctl themes list`'],
    ['theme shwo', '`loopsctl themes show`'],
    ['status', '`loopsctl auth status`'],
    ['effects', '`loopsctl help effects`'],
    ['help exit-code', '`loopsctl help exit-codes`'],
    ['help theme-list', 'exit-codes, environment'],
    ['frobnicate', 'transactional, campaigns'],
    ['themes list --json id,name', '--fields id,name'],
    ['themes list --limt 3', '--limit'],
    ['themes list --jsn', '--json'],
  ])('in `%s` is answered with %s', async (line, meant) => {
    expect((await mistakeIn(line)).hint).toContain(meant);
  });

  it('in a verb is answered with the help of that verb', async () => {
    expect((await mistakeIn('workflow show')).hint).toBe('See `loopsctl workflow show --help`.');
  });

  it('about a limit that a value must exceed says so', async () => {
    const { message } = await mistakeIn('sandbox start --rate-limit-scale 0');
    expect(message).toMatch(/--rate-limit-scale must be (more|greater) than 0/);
  });
});

describe('a command line', () => {
  it('becomes a command and its input, with what was not given left to its defaults', async () => {
    const { title, input } = await commandOf('groups list --type campaign --limit 5');
    expect(title).toBe('loopsctl groups list');
    expect(input).toEqual({ type: 'campaign', limit: 5, rawPage: false });
    expect((await commandOf('groups list')).input).toEqual({ type: 'transactional', rawPage: false });
    expect((await commandOf('sandbox start --no-sending-domain')).input).toMatchObject({
      sendingDomain: false,
      port: 0,
    });
    expect((await commandOf('sandbox start')).input).toMatchObject({ sendingDomain: true });
  });

  it.each([
    ['diff staging themes', { kind: 'theme' }],
    ['diff staging campaign-groups', { kind: 'campaign-group' }],
    ['diff staging transactional', { kind: 'transactional' }],
    ['where-used properties plan', { type: 'property' }],
    ['metrics --type campaigns --type workflow', { type: ['campaign', 'workflow'] }],
  ])('takes a kind in the plural too: %s', async (line, expected) => {
    expect((await commandOf(line)).input).toMatchObject(expected);
  });

  it('takes positionals by place and flags anywhere', async () => {
    for (const line of ['groups update g1 --name n', 'groups update --name n g1', 'groups update --name=n -- g1']) {
      expect((await commandOf(line)).input).toMatchObject({ id: 'g1', name: 'n' });
    }
    expect((await commandOf('themes show -- --json')).input).toEqual({ id: '--json' });
  });

  it.each([
    ['workflows get w', 'workflow show w'],
    ['workflow view w', 'workflow show w'],
    ['theme ls', 'themes list'],
    ['group ls', 'groups list'],
    ['segment get s', 'segments show s'],
    ['ip ls', 'ips list'],
  ])('`%s` is another spelling of `%s`', async (alias, line) => {
    const [one, other] = [await commandOf(alias), await commandOf(line)];
    expect(one.command).toBe(other.command);
    expect({ ...one, command: {} }).toEqual({ ...other, command: {} });
  });

  const GLOBALS: readonly (readonly [flag: string, key: string, value: unknown])[] = [
    ['--json', 'output', 'json'],
    ['-o yaml', 'output', 'yaml'],
    ['--output=csv', 'output', 'csv'],
    ['--timeout 5', 'timeout', 5],
    ['--timeout 0.5', 'timeout', 0.5],
    ['--retries 0', 'retries', 0],
    ['--profile work', 'profile', 'work'],
    ['--base-url http://127.0.0.1:9', 'baseUrl', 'http://127.0.0.1:9'],
    ['--fields sends,deliveries', 'fields', 'sends,deliveries'],
    ['--sandbox', 'sandbox', true],
    ['--strict', 'strict', true],
    ['--debug', 'debug', true],
    ['-q', 'quiet', true],
    ['--quiet', 'quiet', true],
    ['--no-color', 'color', false],
    ['--no-pager', 'pager', false],
    ['--no-headers', 'headers', false],
  ];
  it.each(GLOBALS)('takes %s before, between and after the words', async (flag, key, value) => {
    const lines = [`${flag} themes show t`, `themes ${flag} show t`, `themes show ${flag} t`, `themes show t ${flag}`];
    for (const line of lines) {
      const { flags, input } = await commandOf(line);
      expect(flags).toMatchObject({ [key]: value });
      expect(input).toEqual({ id: 't' });
    }
  });

  it('without global flags has their defaults', async () => {
    const {
      sandbox,
      strict,
      debug,
      quiet,
      insecureHttp,
      curl,
      cache,
      color,
      pager,
      headers,
      timeout,
      history,
      journalPersonal,
      retries,
      ...unset
    } = (await commandOf('themes list')).flags;
    expect([sandbox, strict, debug, quiet, insecureHttp, curl, journalPersonal]).toEqual(Array(7).fill(false));
    expect({ cache, history, color, pager, headers, timeout }).toEqual({
      cache: true,
      history: true,
      color: true,
      pager: true,
      headers: true,
      timeout: 30,
    });
    expect(retries).toBeGreaterThan(0);
    expect(Object.values(unset).filter((value) => value !== undefined)).toEqual([]);
  });

  it('may say twice that it wants JSON', async () => {
    expect((await commandOf('themes list --json -o json')).flags.output).toBe('json');
  });

  const vocabulary = fc.constantFrom(
    ...tree.flatMap((entry) => [entry.name, ...aliasesOf(entry)]),
    ...[
      'list',
      'show',
      'get',
      'ls',
      'create',
      'update',
      'metrics',
      'help',
      'use',
      'start',
      'login',
      '--',
      '-',
      '-h',
      '--help',
    ],
    ...[
      '-V',
      '--version',
      '--json',
      '-o',
      '--output=yaml',
      '-ojson',
      '--limit',
      '5',
      '--limit=',
      '--type',
      'campaign',
      '--name',
    ],
    ...[
      '--timeout',
      '0',
      '--sandbox',
      '--profile',
      '-q',
      '-qo',
      '--no-color',
      '--node',
      '--fields',
      '--port',
      '__proto__',
    ],
    ...['constructor', '--constructor', '--__proto__', '--toString=1', '--help=1', '-hV'],
  );
  it('is never anything but help, a command or a usage failure', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 4, arbitrary: vocabulary }, hostileText), { maxLength: 7 }),
        async (words) => {
          const outcome = await parseWords(words).catch((error: unknown) => error);
          if (outcome instanceof Failure) {
            expect(outcome.code).toBe('usage');
            expect(outcome.message).not.toBe('');
          } else {
            expect(outcome).toMatchObject({ kind: expect.stringMatching(/^(help|incomplete|command)$/) });
          }
        },
      ),
      { numRuns: 500 },
    );
  }, 30_000);
});

const PAGES = ['', ...tree.map(({ name }) => name), ...commandsOf(tree).map(({ words }) => words.join(' '))];

describe('help', () => {
  it('names every noun, and every global flag with its description', async () => {
    const text = await helpOf('--help');
    for (const entry of tree) {
      const same = isNoun(entry) ? undefined : entry.sameAs;
      const listedAs = isNoun(entry) ? undefined : entry.listedAs;
      const row = `^  (?:[a-z, -]*\\b)?${entry.name}\\b[a-z, ]* +${(listedAs ?? entry.summary).slice(0, 20)}`;
      expect(text).toMatch(new RegExp(same === undefined ? row : `\\b${entry.name}\\b[^]*\`${same}\``, 'm'));
    }
    const flags = await helpOf('help flags');
    for (const field of globalFields) {
      expect(flags).toContain(flagOf(field));
      expect(flags).toContain(field.description.slice(0, 20));
    }
    expect(text).toContain('--version');
  });

  it.each(tree.filter(isNoun).map((noun) => [noun.name, noun] as const))(
    'of %s names every verb; of each verb every flag, argument and example',
    async (_, noun) => {
      for (const { words, verb, local } of commandsOf([noun])) {
        const command = await verb.load();
        const nounHelp = await helpOf(`${words.slice(0, -1).join(' ')} --help`);
        expect(nounHelp).toMatch(new RegExp(`^  ${verb.name} +\\S`, 'm'));
        const text = await helpOf(`${words.join(' ')} --help`);
        const flat = text.replace(/\s+/g, ' ');
        expect(flat).toContain(verb.summary);
        expect(flat).toContain((command.notes ?? '').replace(/\s+/g, ' '));
        for (const { name, kind, defaultValue, description, placeholder } of fieldsOf(command.input)) {
          const flag = `--${kind === 'boolean' && defaultValue === true ? 'no-' : ''}${flagName(name)}`;
          expect(text).toMatch(
            command.positionals?.includes(name)
              ? new RegExp(`[<[]${placeholder.replace('|', '\\|')}(\\.\\.\\.)?[\\]>]`)
              : new RegExp(`^  ${flag}\\b`, 'm'),
          );
          expect(flat).toContain(description);
        }
        expect(text).toContain('see `loopsctl help flags`');
        for (const { does, line } of command.examples) {
          expect(text).toContain(`# ${does}`);
          expect(text).toContain(`loopsctl ${local ? '' : '--sandbox '}${line}`);
        }
      }
    },
  );

  it.each(PAGES)('of `%s` has at most 60 lines at 80 columns', async (page) => {
    const words = [...page.split(' ').filter((word) => word !== ''), '--help'];
    const parsed = await parse(words, { tree, version: '', width: 80, bold: (text) => text });
    if (parsed.kind !== 'help') throw new Error(`No help for ${page}`);
    expect(parsed.text.split('\n').length - 1).toBeLessThanOrEqual(60);
  });

  it.each(['', 'themes', 'themes list', 'workflow show', 'workflows get', 'sandbox start'])(
    'of `%s` is the same behind `help`, `--help` and `-h`',
    async (line) => {
      const words = line === '' ? [] : line.split(' ');
      const text = await helpOf([...words, '--help'].join(' '));
      expect(await helpOf([...words, '-h'].join(' '))).toBe(text);
      expect(await helpOf(['help', ...words].join(' '))).toBe(text);
      expect(text).toContain('Usage');
    },
  );

  it('is what one gets for typing nothing', async () => {
    expect(await helpOf('')).toBe(await helpOf('--help'));
  });

  it('asked for a word that does not exist says so', async () => {
    for (const line of ['help nope', 'help themes nope']) {
      expect((await mistakeIn(line)).message).toContain('nope');
    }
  });

  it('fits the width of the terminal where words can be wrapped', async () => {
    const parsed = await parse(['sandbox', 'start', '--help'], {
      tree,
      version: '0',
      width: 80,
      bold: (text) => text,
    });
    const lines = parsed.kind === 'help' ? parsed.text.split('\n') : [];
    expect(lines.length).toBeGreaterThan(20);
    expect(
      lines.filter((line) => line.length > 80 && !line.startsWith('  loopsctl ') && !line.startsWith('  #')),
    ).toEqual([]);
  });
});

it('the version is printed for -v after any words', async () => {
  for (const line of ['-v', '-V', '--version', 'themes list -v']) expect(await helpOf(line)).toBe('1.2.3\n');
});
