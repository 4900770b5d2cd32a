/**
 * Golden sessions: each file in `transcripts/` has what a person typed, all output, and the exit code where it is not 0.
 * Lines `# name: value` at the top describe its account, a `<` line is the standard input of the next command, and
 * `@file name` creates a file from the `@ ` lines below it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { AREAS, type Area } from '../src/http/limits.ts';
import { fakeResolver, ZONES, type Zone } from './dns.ts';
import { splitWords } from './words.ts';
import { createWorld, type Outcome, type RunOptions, type World, type WorldOptions } from './world.ts';

const DIRECTORY = new URL('./transcripts/', import.meta.url);

export interface Transcript {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  /** Whether it needs a terminal, DNS records or a clock that stands still, which a process cannot have here. */
  readonly onlyInProcess: boolean;
}

interface Settings {
  /** Features that are disabled for the team. */
  readonly off: readonly Area[];
  readonly sendingDomain: boolean;
  /** Columns of the terminal. */
  readonly columns: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** DNS records, by the name of a zone. */
  readonly zone: Zone | undefined;
}

function readSettings(text: string): Settings {
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

export const TRANSCRIPTS: readonly Transcript[] = readdirSync(DIRECTORY)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => {
    const { pathname } = new URL(name, DIRECTORY);
    const text = readFileSync(pathname, 'utf8');
    const { columns, zone } = readSettings(text);
    const onlyInProcess = columns !== undefined || zone !== undefined || /^# clock: fixed$/m.test(text);
    return { name, path: pathname, text, onlyInProcess };
  });

/** Lines that prepare a command are directly above it; similar lines elsewhere are output. */
const PREPARATION = /^(#|< |@)/;

/** The lines of a file without the output: notes at its top, commands, and their preparation. */
export function typedLines(text: string): string[] {
  const typed: string[] = [];
  let pending: string[] = [];
  let atTop = true;
  for (const line of text.split('\n')) {
    if (PREPARATION.test(line)) pending.push(line);
    else if (line.startsWith('$ ')) typed.push(...pending.splice(0), line);
    else if (atTop && line === '') typed.push(...pending.splice(0), line);
    else pending = [];
    atTop &&= !line.startsWith('$ ');
  }
  return typed;
}

async function playIn(world: World, text: string, settings: Settings): Promise<string> {
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
      env: settings.env,
      ...(settings.columns === undefined ? {} : { columns: settings.columns }),
      ...(settings.zone === undefined ? {} : { resolver: fakeResolver(settings.zone) }),
    };
    written.push(line, ...outputLines(await world.run(argv, options), world), '');
    stdin = '';
  }
  return `${written.join('\n').trimEnd()}\n`;
}

/** The output unchanged, stderr with the prefix `! `, and the exit code where it is not 0. */
function outputLines({ stdout, stderr, code }: Outcome, world: World): string[] {
  const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
  const withoutPlaces = (text: string) =>
    text
      .replaceAll(`:${world.sandbox.port}/`, ':PORT/')
      .replaceAll(`${world.directory}/config/`, 'CONFIG/')
      .replaceAll(`${world.directory}/loopsctl/`, 'CONFIG/')
      .replaceAll(directories(world), 'DIRECTORY')
      .replace(/(loopsctl|Node\.js) \d+\.\d+\.\d+/g, '$1 VERSION');
  return [
    ...linesOf(withoutPlaces(stdout)),
    ...linesOf(withoutPlaces(stderr)).map((line) => `! ${line}`.trimEnd()),
    ...(code === 0 ? [] : [`=> ${code}`]),
  ];
}

/** The directories of the user, whose paths differ in the built program. */
const directories = ({ directory }: World): RegExp => new RegExp(`${directory}/(cache|data|loopsctl)\\b`, 'g');

/** Runs the `$` lines of a transcript again, in a world of its own, and returns what the file would have to be. */
export async function playTranscript(
  { text }: Transcript,
  program: Pick<WorldOptions, 'built' | 'main' | 'loopback'> = {},
): Promise<string> {
  const settings = readSettings(text);
  const world = await createWorld({
    sandbox: { disabled: settings.off, sendingDomain: settings.sendingDomain },
    loopback: true,
    ...program,
  });
  try {
    return await playIn(world, text, settings);
  } finally {
    await world.close();
  }
}
