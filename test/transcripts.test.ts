/**
 * Golden sessions: each file in `transcripts/` is what was typed, all that was printed and the exit code.
 * The same files are played to `main` in this process and to the built program.
 * To add one, write a file with only its `$` lines and run `npx vitest run test/transcripts.test.ts -u`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AREAS, type Area } from '../src/http/limits.ts';
import { fakeResolver, ZONES, type Zone } from './dns.ts';
import { splitWords } from './words.ts';
import { createWorld, type Outcome, type RunOptions, type World } from './world.ts';

const FOLDER = new URL('./transcripts/', import.meta.url);

/** Lines `# name: value` at the top of a file say what is special about its world. */
interface Setting {
  /** Areas that are off. */
  readonly off: readonly Area[];
  readonly sendingDomain: boolean;
  /** Columns of the terminal; only in this process. */
  readonly columns: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** DNS records, by the name of a zone; only in this process, because a real run would send queries. */
  readonly zone: Zone | undefined;
}

function settingOf(text: string): Setting {
  const values = new Map(
    text.split('\n').flatMap((line) => {
      const [, name, value] = /^# ([a-z-]+): (.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value ?? '']];
    }),
  );
  return {
    off: AREAS.filter((area) => values.get('off')?.split(',').includes(area)),
    sendingDomain: values.get('sending-domain') !== 'none',
    columns: values.has('columns') ? Number(values.get('columns')) : undefined,
    zone: values.has('dns') ? ZONES[values.get('dns') ?? ''] : undefined,
    env: values.has('key') ? { LOOPS_API_KEY: values.get('key') === 'none' ? undefined : values.get('key') } : {},
  };
}

/** Lines that prepare a command stand directly above it; what stands elsewhere and looks like one is output. */
const PREPARING = /^(#|< |@)/;

/** The lines of a file without what was printed: remarks at its top, commands, and what prepares them. */
function typedLines(text: string): string[] {
  const typed: string[] = [];
  let pending: string[] = [];
  let top = true;
  for (const line of text.split('\n')) {
    if (PREPARING.test(line)) pending.push(line);
    else if (line.startsWith('$ ')) typed.push(...pending.splice(0), line);
    else if (top && line === '') typed.push(...pending.splice(0), line);
    else pending = [];
    top &&= !line.startsWith('$ ');
  }
  return typed;
}

/**
 * Plays the `$` lines of a file again and writes down what happens now. A `<` line is the standard input of the next;
 * `@file name` makes a file of the `@ ` lines below it.
 */
async function play(text: string, world: World, setting: Setting): Promise<string> {
  const written: string[] = [];
  let stdin = '';
  let file = { name: '', content: '' };
  for (const line of typedLines(text)) {
    if (line.startsWith('< ')) stdin = `${line.slice(2)}\n`;
    if (line.startsWith('@file ')) file = { name: line.slice(6), content: '' };
    else if (line.startsWith('@')) {
      file.content += `${line.slice(2)}\n`;
      await world.write(file.name, file.content);
    }
    if (!line.startsWith('$ ')) {
      written.push(line);
      continue;
    }
    const [program, ...argv] = splitWords(line.slice(2));
    if (program !== 'loopsctl') throw new Error(`A transcript runs loopsctl, not ${program}.`);
    const options: RunOptions = {
      stdin,
      env: setting.env,
      ...(setting.columns === undefined ? {} : { columns: setting.columns }),
      ...(setting.zone === undefined ? {} : { resolver: fakeResolver(setting.zone) }),
    };
    written.push(line, ...describe(await world.run(argv, options), world), '');
    stdin = '';
  }
  return `${written.join('\n').trimEnd()}\n`;
}

/** Output as it was, stderr behind `! `, and the exit code where it is not 0. */
function describe({ stdout, stderr, code }: Outcome, world: World): string[] {
  const lines = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
  const shown = (text: string) =>
    text
      .replaceAll(`:${world.sandbox.port}/`, ':PORT/')
      .replaceAll(`${world.directory}/config/`, 'CONFIG/')
      .replaceAll(`${world.directory}/loopsctl/`, 'CONFIG/')
      .replaceAll(directories(world), 'DIRECTORY')
      .replace(/(loopsctl|Node\.js) \d+\.\d+\.\d+/g, '$1 VERSION');
  return [
    ...lines(shown(stdout)),
    ...lines(shown(stderr)).map((line) => `! ${line}`.trimEnd()),
    ...(code === 0 ? [] : [`=> ${code}`]),
  ];
}

/** The directories of the user, which have other names in a process of its own. */
const directories = ({ directory }: World): RegExp => new RegExp(`${directory}/(cache|data|loopsctl)\\b`, 'g');

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'));

const playedHere = new Map<string, string>();

for (const built of [false, true]) {
  for (const name of files) {
    const path = new URL(name, FOLDER);
    const text = readFileSync(path, 'utf8');
    const setting = settingOf(text);
    // What a terminal shows is proved in this process: a child of the tests has none.
    if (built && (setting.columns !== undefined || setting.zone !== undefined)) continue;
    test(`${name} (${built ? 'built program' : 'in this process'})`, async () => {
      const world = await createWorld({
        sandbox: { disabled: setting.off, sendingDomain: setting.sendingDomain },
        built,
      });
      try {
        const played = await play(text, world, setting);
        // The files are written when all tests are done: until then what `main` printed is what stands in them.
        if (built) expect(played).toBe(playedHere.get(name) ?? text);
        else {
          playedHere.set(name, played);
          await expect(played).toMatchFileSnapshot(path.pathname);
        }
      } finally {
        await world.close();
      }
    });
  }
}

test('every transcript file was played', () => {
  expect(files.length).toBeGreaterThan(10);
});
