/** Proves that every command line gives help, a command or a usage failure that says what is wrong and what to do. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { globalFields } from '../../src/cli/global-flags.ts';
import { type Parsed, parse } from '../../src/cli/program.ts';
import { flagName } from '../../src/define/field.ts';
import { fieldsOf } from '../../src/define/schema.ts';
import { Failure } from '../../src/errors.ts';
import { nouns } from '../../src/nouns/index.ts';
import { failureOf, hostileText } from '../arbitraries.ts';

const parseWords = (words: readonly string[]) =>
  parse(words, { nouns, version: '1.2.3', width: undefined, bold: (text) => text });
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
  ['themes nope', /unknown command.*nope/i],
  ['themes', /themes needs one of these words: list, show/i],
  ['--json', /loopsctl needs one of these words: transactional, .*sandbox/],
  ['themes list --nope', /--nope/],
  ['themes list --limt 3', /--limt/],
  ['--nope themes list', /--nope/],
  ['themes list -x', /-x/],
  ['transactional metrics', /missing.*\bid\b/i],
  ['transactional metrics c --all', /IDs and --all or --group contradict/],
  ['transactional metrics c --group c', /IDs and --all or --group contradict/],
  ['transactional metrics --all --max-spam-rate 2', /--max-spam-rate is not right.*2%.*0\.02/],
  ['transactional metrics --all --since yesterday', /--since is not right.*24h.*2026-11-01/],
  ['transactional metrics --all --sort nope', /--sort.*nope.*deliveryRate/i],
  ['transactional metrics history', /missing.*\bid\b/i],
  ['transactional metrics history a b', /too many arguments/i],
  ['transactional metrics history a --all', /--all is no flag of/i],
  ['transactional metrics history a --bogus', /unknown option '--bogus'/i],
  ['transactional metrics --all history a', /--all is no flag of .* metrics history/],
  ['transactional metrics --save history a', /--save is no flag of .* metrics history/],
  ['workflow show', /missing.*\bid\b/i],
  ['auth use', /missing.*\bname\b/i],
  ['transactional draft a b', /too many arguments/i],
  ['ips list extra', /too many arguments/i],
  ['themes list --limit', /--limit.*missing/i],
  ['themes list --limit abc', /--limit.*must be a number/i],
  ['themes list --limit 1e3', /--limit.*must be a number/i],
  ['themes list --limit 0x10', /--limit.*must be a number/i],
  ['themes list --limit= ', /--limit.*must be a number/i],
  ['themes list --limit 0', /--limit must be at least 1/],
  ['themes list --limit -5', /--limit must be at least 1/],
  ['themes list --limit 1.5', /--limit must be a whole number/],
  ['themes list --per-page 9', /--per-page must be at least 10/],
  ['themes list --per-page 51', /--per-page must be at most 50/],
  ['themes list --cursor=', /--cursor must not be empty/],
  ['groups list --type other', /--type.*other.*transactional, campaign/i],
  ['groups create', /--name is required/],
  ['groups create --name=', /--name must not be empty/],
  ['transactional create --group g', /--name is required/],
  ['groups update g', /at least one of --name, --description/],
  ['groups update g --type campaign', /at least one of --name, --description/],
  ['transactional update t', /at least one of --name, --group/],
  ['workflow show w --node', /--node.*missing/i],
  ['sandbox start --port 70000', /--port must be at most 65535/],
  ['sandbox start --port -1', /--port must be at least 0/],
  ['sandbox start --rate-limit-scale 2', /--rate-limit-scale must be at most 1/],
  ['themes list -o xml', /--output.*xml.*table, json, ndjson, csv, yaml/i],
  ['themes list --output', /--output.*missing/i],
  ['themes list -o csv --json', /--json and -o csv contradict/],
  ['--json themes list --output table', /--json and -o table contradict/],
  ['themes list --sandbox --profile work', /--sandbox/],
  ['themes list --sandbox --base-url http://127.0.0.1:9', /--sandbox/],
  ['themes list --timeout 0', /--timeout must be more than 0/],
  ['themes list --timeout -1', /--timeout must be more than 0/],
  ['themes list --timeout soon', /--timeout.*must be a number/i],
  ['themes list --timeout 3601', /--timeout must be more than 0 and at most 3600/],
  ['themes list --retries -1', /--retries must be a whole number from 0/],
  ['themes list --retries 1.5', /--retries must be a whole number from 0/],
  ['themes list --retries 1000', /--retries must be a whole number from 0/],
];

describe('a mistake', () => {
  it.each(MISTAKES)('in `%s` exits 2 and is named', async (line, named) => {
    const failure = await failureOf(() => typed(line));
    expect(failure).toMatchObject({ code: 'usage', exitCode: 2 });
    expect(failure.message).toMatch(named);
    expect(failure.message).toMatch(/^\S.*[.?]$/s);
  });

  it.each(MISTAKES)('in `%s` comes with what to do next', async (line) => {
    expect((await failureOf(() => typed(line))).hint).toMatch(/^\S.+/);
  });

  it.each([
    ['theems list', 'themes'],
    ['themes lst', 'list'],
    ['themes list --limt 3', '--limit'],
    ['themes list --jsn', '--json'],
  ])('in `%s` is answered with %s', async (line, meant) => {
    expect((await failureOf(() => typed(line))).hint).toContain(meant);
  });

  it('in a verb is answered with the help of that verb', async () => {
    expect((await failureOf(() => typed('workflow show'))).hint).toBe('See `loopsctl workflow show --help`.');
  });

  it('about a limit that a value must exceed says so', async () => {
    const { message } = await failureOf(() => typed('sandbox start --rate-limit-scale 0'));
    expect(message).toMatch(/--rate-limit-scale must be (more|greater) than 0/);
  });
});

describe('a command line', () => {
  it('becomes a command and its input, with what was not given left to its defaults', async () => {
    const { command, input } = await commandOf('groups list --type campaign --limit 5');
    expect(command.name).toBe('list');
    expect(input).toEqual({ type: 'campaign', limit: 5, envelope: false });
    expect((await commandOf('groups list')).input).toEqual({ type: 'transactional', envelope: false });
    expect((await commandOf('sandbox start --no-sending-domain')).input).toMatchObject({
      sendingDomain: false,
      port: 0,
    });
    expect((await commandOf('sandbox start')).input).toMatchObject({ sendingDomain: true });
  });

  it('takes positionals by place and flags anywhere', async () => {
    for (const line of ['groups update g1 --name n', 'groups update --name n g1', 'groups update --name=n -- g1']) {
      expect((await commandOf(line)).input).toMatchObject({ id: 'g1', name: 'n' });
    }
    expect((await commandOf('themes show -- --json')).input).toEqual({ id: '--json' });
  });

  it.each([
    ['workflows get w', 'workflow show w'],
    ['theme ls', 'themes list'],
    ['group ls', 'groups list'],
    ['segment get s', 'segments show s'],
    ['ip ls', 'ips list'],
  ])('`%s` is another spelling of `%s`', async (alias, line) => {
    const [one, other] = [await commandOf(alias), await commandOf(line)];
    expect(one).toEqual(other);
    expect(one.command.run).toBe(other.command.run);
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
    const { sandbox, strict, debug, quiet, insecureHttp, color, timeout, retries, ...unset } = (
      await commandOf('themes list')
    ).flags;
    expect([sandbox, strict, debug, quiet, insecureHttp]).toEqual([false, false, false, false, false]);
    expect({ color, timeout }).toEqual({ color: true, timeout: 30 });
    expect(retries).toBeGreaterThan(0);
    expect(Object.values(unset).filter((value) => value !== undefined)).toEqual([]);
  });

  it('may say twice that it wants JSON', async () => {
    expect((await commandOf('themes list --json -o json')).flags.output).toBe('json');
  });

  const vocabulary = fc.constantFrom(
    ...nouns.flatMap(({ name, aliases }) => [name, ...(aliases ?? [])]),
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
            expect(outcome).toMatchObject({ kind: expect.stringMatching(/^(help|command)$/) });
          }
        },
      ),
      { numRuns: 500 },
    );
  }, 30_000);
});

describe('help', () => {
  it('names every noun, and every global flag with its description', async () => {
    const text = await helpOf('--help');
    for (const { name, summary } of nouns) expect(text).toMatch(new RegExp(`^  ${name} +${summary.slice(0, 20)}`, 'm'));
    for (const { name, description } of globalFields) {
      expect(text).toContain(name === 'color' ? '--no-color' : `--${flagName(name)}`);
      expect(text).toContain(description.slice(0, 20));
    }
    expect(text).toContain('--version');
  });

  it.each(nouns.map(({ name }) => name))(
    'of %s names every verb; of each verb every flag, argument and example',
    async (noun) => {
      const commands = (await nouns.find(({ name }) => name === noun)?.load()) ?? [];
      expect(commands.length).toBeGreaterThan(0);
      const nounHelp = await helpOf(`${noun} --help`);
      for (const command of commands) {
        expect(nounHelp).toMatch(new RegExp(`^  ${command.name} +\\S`, 'm'));
        const text = await helpOf(`${noun} ${command.name} --help`);
        const flat = text.replace(/\s+/g, ' ');
        expect(flat).toContain(command.summary);
        expect(flat).toContain((command.notes ?? '').replace(/\s+/g, ' '));
        for (const { name, kind, defaultValue, description, placeholder } of fieldsOf(command.input)) {
          const flag = `--${kind === 'boolean' && defaultValue === true ? 'no-' : ''}${flagName(name)}`;
          expect(text).toMatch(
            command.positionals?.includes(name)
              ? new RegExp(`[<[]${placeholder}(\\.\\.\\.)?[\\]>]`)
              : new RegExp(`^  ${flag}\\b`, 'm'),
          );
          expect(flat).toContain(description);
        }
        for (const { name } of globalFields)
          expect(text).toContain(name === 'color' ? '--no-color' : `--${flagName(name)}`);
        for (const { does, line } of command.examples) {
          expect(text).toContain(`# ${does}`);
          expect(text).toContain(`loopsctl ${line}`);
        }
      }
    },
  );

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
      expect((await failureOf(() => typed(line))).message).toContain('nope');
    }
  });

  it('fits the width of the terminal where words can be wrapped', async () => {
    const parsed = await parse(['sandbox', 'start', '--help'], {
      nouns,
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

it('the version is printed for -V after any words', async () => {
  for (const line of ['-V', '--version', 'themes list -V']) expect(await helpOf(line)).toBe('1.2.3\n');
});
