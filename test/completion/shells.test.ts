/** Proves completion in real shells: keys are typed at a terminal, and the words that the shell then has are read. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nameCache } from '../../src/lookup/cache.ts';
import type { Named } from '../../src/lookup/match.ts';
import { escapeControls } from '../../src/text/escape.ts';
import { EXECUTABLE, LAUNCHER } from '../world.ts';

/** Nothing answers there, so that whatever is offered comes from the cache. */
const TEAM = { baseUrl: 'http://127.0.0.1:9/api', apiKey: 'key-of-the-tests' };

const idOf = (number: number): string => `c${String(number).padStart(3, '0')}${'abcdefghijklmnopqrstu'}`;

/** Names that a shell must not interpret. Each is found by its beginning, which a person can type. */
const HOSTILE = [
  'Plain name',
  'Dollar $(touch pwned-1) end',
  'Tick `touch pwned-2`',
  'Quote "double" \'single\'',
  'Semicolon; touch pwned-3',
  'Line\nbreak; touch pwned-4',
  'Glob * ? [a-z] {x,y} ~ # !!',
  'Back\\slash \\n',
  'Emoji 🌻 and 東京',
  'Escape \u001b[31mred',
  'Trailing space ',
  'Pipe | touch pwned-5 > pwned-6 &',
];
const RECORDS: readonly Named[] = [...HOSTILE, '-f leading dash', 'Twin', 'twin', '$(touch pwned-7)'].map(
  (name, index) => ({
    id: idOf(index),
    name,
  }),
);

let directory = '';
let environment: Record<string, string | undefined> = {};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'loopsctl-shells-'));
  await mkdir(join(directory, 'bin'));
  await symlink(EXECUTABLE, join(directory, 'bin', 'loopsctl'));
  environment = {
    PATH: `${join(directory, 'bin')}:${process.env['PATH']}`,
    HOME: directory,
    XDG_CONFIG_HOME: join(directory, 'config'),
    XDG_DATA_HOME: join(directory, 'data'),
    XDG_CACHE_HOME: join(directory, 'cache'),
    ZDOTDIR: directory,
    LOOPS_BASE_URL: TEAM.baseUrl,
    LOOPS_API_KEY: TEAM.apiKey,
    OUT: join(directory, 'words'),
    TERM: 'xterm',
    LANG: 'C.UTF-8',
  };
  const cacheDirectory = join(directory, 'cache', 'loopsctl');
  await mkdir(cacheDirectory, { recursive: true });
  const cache = nameCache({ team: async () => TEAM, directory: cacheDirectory, now: () => new Date() });
  await cache.write('themes list', RECORDS);
  await mkdir(join(directory, 'config', 'loopsctl'), { recursive: true, mode: 0o700 });
  await writeFile(
    join(directory, 'config', 'loopsctl', 'config.json'),
    JSON.stringify({ current: 'work', profiles: { work: { apiKey: 'k' }, staging: { apiKey: 'k' } } }),
    { mode: 0o600 },
  );
  await writeFile(join(directory, 'a file.txt'), '');
  for (const shell of Object.keys(COMMANDS)) await writeFile(join(directory, `script.${shell}`), scriptOf(shell));
  await writeFile(
    join(directory, 'bashrc'),
    `PS1='READY>'\nbind '"\\C-t": menu-complete'\n. ~/script.bash\nshow() { printf '%s\\0' "$@" > "$OUT"; }\ncd ~\n`,
  );
  await writeFile(
    join(directory, '.zshrc'),
    `PS1='READY>'\nunsetopt beep\nbindkey -e\nautoload -Uz compinit; compinit -u -d ~/dump\n. ~/script.zsh\nshow() { printf '%s\\0' "$@" > "$OUT"; }\ncd ~\n`,
  );
  await mkdir(join(directory, 'config', 'fish', 'completions'), { recursive: true });
  // Without it, fish starts to read all manuals in the background.
  await mkdir(join(directory, 'data', 'fish', 'generated_completions'), { recursive: true });
  await writeFile(join(directory, 'config', 'fish', 'completions', 'loopsctl.fish'), scriptOf('fish'));
  await writeFile(
    join(directory, 'config', 'fish', 'config.fish'),
    `function fish_prompt; echo -n 'READY>'; end\nfunction fish_greeting; end\nfunction show; printf '%s\\0' $argv > $OUT; end\ncd ~\n`,
  );
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const COMMANDS = {
  bash: 'bash --noprofile --rcfile "$HOME/bashrc" -i',
  zsh: 'zsh -i',
  fish: 'fish -i',
} as const;
type Driven = keyof typeof COMMANDS;

const scriptOf = (shell: string): string =>
  spawnSync(LAUNCHER, [EXECUTABLE, 'completion', shell], { env: environment, encoding: 'utf8' }).stdout;

const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** Types a line at a prompt, presses Tab, and returns the words that the shell would then run. */
async function typed(shell: Driven, line: string, keys = '\t'): Promise<readonly string[]> {
  const out = join(directory, 'words');
  await rm(out, { force: true });
  const child = spawn('script', ['-qec', COMMANDS[shell], '/dev/null'], {
    env: environment as NodeJS.ProcessEnv,
    cwd: directory,
  });
  let screen = '';
  await new Promise<void>((resolve, reject) => {
    const giveUp = setTimeout(() => child.kill('SIGKILL'), 40_000);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const isReady = !screen.includes('READY>');
      screen += text;
      // To the beginning of the line, and a command before it that keeps the words.
      if (isReady && screen.includes('READY>')) child.stdin.write(`${line}${keys}\u0001show \u0005\n exit\n`);
    });
    child.on('error', reject);
    child.on('close', () => {
      clearTimeout(giveUp);
      resolve();
    });
  });
  if (!existsSync(out)) throw new Error(`${shell} did not run the line: ${JSON.stringify(screen)}`);
  return (await readFile(out, 'utf8')).split('\0').slice(0, -1);
}

for (const shell of Object.keys(COMMANDS) as Driven[]) {
  const missing = [shell, 'script'].filter((program) => !has(program));
  if (missing.length > 0) {
    test.skip(`${shell}: not tested, because ${missing.join(' and ')} could not be found`, () => undefined);
    continue;
  }
  describe(shell, () => {
    test.each<[string, readonly string[]]>([
      ['loopsctl the', ['loopsctl', 'themes']],
      ['loopsctl themes sh', ['loopsctl', 'themes', 'show']],
      ['loopsctl transactional met', ['loopsctl', 'transactional', 'metrics']],
      ['loopsctl completion pow', ['loopsctl', 'completion', 'powershell']],
      ['loopsctl themes list --raw', ['loopsctl', 'themes', 'list', '--raw-page']],
      ['loopsctl --profile sta', ['loopsctl', '--profile', 'staging']],
      ['loopsctl ips list --format ngi', ['loopsctl', 'ips', 'list', '--format', 'nginx']],
      ['loopsctl ips list --format=ngi', ['loopsctl', 'ips', 'list', '--format=nginx']],
      ['loopsctl webhooks sample contact.cre', ['loopsctl', 'webhooks', 'sample', 'contact.created']],
      ['loopsctl ips check a', ['loopsctl', 'ips', 'check', 'a file.txt']],
      ['loopsctl workflow lint a', ['loopsctl', 'workflow', 'lint', 'a file.txt']],
      [`loopsctl themes show ${idOf(2).slice(0, 4)}`, ['loopsctl', 'themes', 'show', idOf(2)]],
    ])('%s', async (line, words) => {
      expect(await typed(shell, line)).toEqual(words);
    });

    test.each(HOSTILE)('a name is never interpreted: %j', async (name) => {
      const record = RECORDS.find((candidate) => candidate.name === name);
      const words = await typed(shell, `loopsctl themes show ${name.slice(0, 4)}`);
      // fish can complete a typed name only to the name; others that it could not take are left alone.
      const expected = shell !== 'fish' ? record?.id : escapeControls(name) !== name ? name.slice(0, 4) : name;
      expect(words).toEqual(['loopsctl', 'themes', 'show', expected]);
    });

    test('listing all names runs none of them, and leaves the line as it was', async () => {
      const words = await typed(shell, 'loopsctl themes show ', shell === 'bash' ? '\t\t' : '\t');
      expect(words.slice(0, 3)).toEqual(['loopsctl', 'themes', 'show']);
      const [word = ''] = words.slice(3);
      expect(RECORDS.some(({ id }) => id.startsWith(word))).toBe(true);
    });

    test('a beginning of several names is not replaced by the beginning of their IDs', async () => {
      expect(await typed(shell, 'loopsctl themes show Twi')).toEqual(['loopsctl', 'themes', 'show', 'Twi']);
    });

    test('nothing of a name was run', () => {
      const left = spawnSync('sh', ['-c', 'ls | grep pwned'], { cwd: directory, encoding: 'utf8' }).stdout;
      expect(left).toBe('');
    });
    test.runIf(shell === 'bash')('menus of bash insert IDs and no names', async () => {
      const words = await typed(shell, 'loopsctl themes show c', '\u0014\u0014\u0014');
      expect(words).toEqual(['loopsctl', 'themes', 'show', RECORDS[2]?.id]);
    });
  });
}
