/** The built program at a real terminal, driven by tmux: the picker, a question, and completion by three shells. */
import { type ChildProcessWithoutNullStreams, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXECUTABLE, LAUNCHER } from '../world.ts';

const missing = ['tmux', 'bash', 'zsh', 'fish'].filter(
  (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
);
const SKIPPED = missing.length > 0;
if (SKIPPED) process.stderr.write(`terminal.test.ts is skipped: ${missing.join(', ')} not found\n`);

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'loopsctl-terminal-'));
  await mkdir(join(directory, 'bin'));
  await symlink(EXECUTABLE, join(directory, 'bin', 'loopsctl'));
  const script = (shell: string) =>
    execFileSync(LAUNCHER, [EXECUTABLE, 'completion', shell], { env: { HOME: directory } });
  await writeFile(join(directory, 'bashrc'), `PS1='READY> '\n${script('bash')}`);
  await writeFile(
    join(directory, '.zshrc'),
    `PS1='READY> '\nautoload -Uz compinit; compinit -u -d ~/dump\n${script('zsh')}`,
  );
  await mkdir(join(directory, 'fish', 'completions'), { recursive: true });
  await mkdir(join(directory, 'fish', 'generated_completions'), { recursive: true });
  await writeFile(join(directory, 'fish', 'completions', 'loopsctl.fish'), script('fish'));
  await writeFile(
    join(directory, 'fish', 'config.fish'),
    "function fish_prompt; echo -n 'READY> '; end\nfunction fish_greeting; end\nset -g fish_autosuggestion_enabled 0\n",
  );
});
afterAll(async () => {
  // A test that timed out has not closed its terminal.
  for (const terminal of terminals) terminal.close();
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
});

const SHELLS = {
  bash: 'bash --noprofile --rcfile bashrc -i',
  zsh: 'zsh -i',
  fish: 'fish -i',
} as const;

const terminals: Terminal[] = [];

/** Milliseconds. */
const TIMEOUT = 30_000;

/** A shell in a terminal of 80 columns, on a tmux server of its own. */
class Terminal {
  readonly #socket = `loopsctl-test-${process.pid}-${terminals.length}`;
  readonly #client: ChildProcessWithoutNullStreams;
  #waiting: (() => void) | undefined;

  constructor(shell: keyof typeof SHELLS) {
    // In control mode, tmux reports each output of the terminal, so that nothing has to wait for a fixed time.
    this.#client = spawn('tmux', [...this.#server(), '-C', 'new-session', '-x', '80', '-y', '24', SHELLS[shell]], {
      cwd: directory,
      env: {
        PATH: `${join(directory, 'bin')}:${process.env['PATH']}`,
        HOME: directory,
        XDG_CONFIG_HOME: directory,
        XDG_DATA_HOME: directory,
        XDG_CACHE_HOME: directory,
        ZDOTDIR: directory,
        LANG: 'C.UTF-8',
        PAGER: '',
      } as unknown as NodeJS.ProcessEnv,
    });
    this.#client.stdout.on('data', () => this.#waiting?.());
    terminals.push(this);
  }

  #server(): readonly string[] {
    return ['-L', this.#socket, '-f', '/dev/null'];
  }

  #tmux(...words: readonly string[]): string {
    return execFileSync('tmux', [...this.#server(), ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  }

  /** Types keys as tmux names them. */
  press(...keys: readonly string[]): void {
    this.#tmux('send-keys', ...keys);
  }

  type(text: string): void {
    this.#tmux('send-keys', '-l', text);
  }

  /** Resolves with the screen when it shows the pattern. */
  async until(pattern: RegExp): Promise<string> {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
      const screen = this.#screen();
      if (pattern.test(screen)) return screen;
      await changed;
    }
  }

  #screen(): string {
    try {
      return this.#tmux('capture-pane', '-p');
    } catch {
      // The server is still starting.
      return '';
    }
  }

  close(): void {
    spawnSync('tmux', [...this.#server(), 'kill-server']);
  }
}

async function at(shell: keyof typeof SHELLS, use: (terminal: Terminal) => Promise<void>): Promise<void> {
  const terminal = new Terminal(shell);
  try {
    await terminal.until(/READY>/);
    await use(terminal);
  } finally {
    terminal.close();
  }
}

test.skipIf(SKIPPED)(
  'a missing ID opens a picker that is searched by typing',
  () =>
    at('bash', async (terminal) => {
      terminal.type('loopsctl themes show --sandbox --fields id,name');
      terminal.press('Enter');
      await terminal.until(/Which theme\?[\s\S]*Black Friday[\s\S]*Type: to search/);
      terminal.type('lav');
      expect(await terminal.until(/1 match/)).not.toContain('Black Friday');
      terminal.press('Enter');
      const screen = await terminal.until(/name +Calm Lavender[\s\S]*READY>/i);
      expect(screen).toMatch(/id +c[a-z0-9]{24}/i);
    }),
  TIMEOUT,
);

test.skipIf(SKIPPED)(
  'Ctrl-C in the picker and "n" at a question end the run with 130',
  () =>
    at('bash', async (terminal) => {
      terminal.type("loopsctl groups show '?' --sandbox; echo code=$?");
      terminal.press('Enter');
      await terminal.until(/Which group\?[\s\S]*to search/);
      terminal.press('C-c');
      await terminal.until(/code=130/);
      terminal.type('clear; loopsctl transactional publish c5361agykn6fatjv6m1yx7nd3 --sandbox; echo code=$?');
      terminal.press('Enter');
      await terminal.until(/Publish the draft of "Password reset"\?/);
      terminal.type('n');
      await terminal.until(/Not confirmed[\s\S]*Nothing was changed[\s\S]*code=130/);
    }),
  TIMEOUT,
);

test.skipIf(SKIPPED).each(Object.keys(SHELLS) as (keyof typeof SHELLS)[])(
  'Tab completes in %s',
  (shell) =>
    at(shell, async (terminal) => {
      terminal.type('loopsctl the');
      terminal.press('Tab');
      // The screen has no spaces at the ends of lines.
      await terminal.until(/loopsctl themes$/m);
      terminal.type('sh');
      terminal.press('Tab');
      await terminal.until(/loopsctl themes show$/m);
    }),
  TIMEOUT,
);
