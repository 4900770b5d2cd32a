/** Every JSON that a transcript prints fits the JSON Schema that `schema` prints for its command. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandsOf, findCommand } from '../../../src/define/tree.ts';
import { tree } from '../../../src/nouns/index.ts';
import { operations } from '../../../src/nouns/operations.ts';
import { TRANSCRIPTS } from '../../transcripts.ts';
import { splitWords } from '../../words.ts';
import { createWorld, type World } from '../../world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

interface Printed {
  readonly line: string;
  readonly json: unknown;
  readonly command: string;
  readonly plan: boolean;
}

/** Results that are not described by the schema of the command: chosen fields, raw pages, text, what `api` gets. */
const OTHER = /--fields|--raw-page|--curl|(?:^| )-o (?!json)|^(schema|api) /;

/** The commands of a transcript that print JSON and have a result: exit 0, or a check that failed. */
function printedIn({ text }: { readonly text: string }): Printed[] {
  return text.split(/^\$ loopsctl /m).flatMap((session) => {
    const [line = '', ...output] = session.split('\n');
    const words = splitWords(line).filter((word) => word !== '--sandbox');
    const exit = output.find((printed) => /^=> \d+$/.test(printed));
    if (!/(?:^| )(?:--json|-o json)(?: |$)/.test(line) || OTHER.test(line)) return [];
    if (exit !== undefined && exit !== '=> 9') return [];
    const named = [3, 2, 1].flatMap((length) => findCommand(tree, words.slice(0, length)) ?? [])[0];
    if (named === undefined) throw new Error(`No command in ${line}`);
    const json = output.filter((printed) => !/^(! |=> |[#<@])/.test(printed) && printed !== '!').join('\n');
    if (json.trim() === '') return [];
    return [{ line, json: parse(json, line), command: named.words.join(' '), plan: words.includes('--dry-run') }];
  });
}

/** A streaming command prints one document per line. */
function parse(text: string, from: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
    } catch (cause) {
      throw new Error(`Not JSON: ${from}`, { cause });
    }
  }
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const validators = new Map<string, ReturnType<typeof ajv.compile>>();

async function validatorOf(command: string, plan: boolean) {
  const key = `${command} ${plan}`;
  const found = validators.get(key);
  if (found !== undefined) return found;
  const { stdout, code } = await world.run(['schema', ...command.split(' '), ...(plan ? ['--plan'] : [])]);
  expect(code).toBe(0);
  const made = ajv.compile(JSON.parse(stdout) as object);
  validators.set(key, made);
  return made;
}

it('the JSON of transcripts fits the schemas of its commands', async () => {
  const printed = TRANSCRIPTS.filter(({ text }) => !text.includes('# columns:')).flatMap(printedIn);
  expect(printed.length).toBeGreaterThan(40);
  const wrong: unknown[] = [];
  const indifferent = new Set<string>();
  for (const { line, json, command, plan } of printed) {
    const validate = await validatorOf(command, plan);
    if (validate(null) || validate('text')) indifferent.add(command);
    if (!validate(json)) wrong.push({ line, errors: validate.errors?.slice(0, 2) });
  }
  expect(wrong).toEqual([]);
  // A schema that permits everything would prove nothing.
  expect([...indifferent]).toEqual([]);
});

it('every command has a schema that is valid JSON Schema', async () => {
  for (const { words } of commandsOf(tree)) await validatorOf(words.join(' '), false);
});

it('every operation has a contract', async () => {
  for (const { route, effect } of operations) {
    const { stdout } = await world.run(['schema', route]);
    const contract = JSON.parse(stdout) as { operation: string; effect: string; input: object; output: object };
    expect(contract).toMatchObject({ operation: route, effect });
    ajv.compile(contract.input);
    ajv.compile(contract.output);
  }
});

it.each([
  [['schema', 'themes', 'lst'], 'Unknown command "themes lst".'],
  [['schema', 'GET', '/v1/theme'], 'The nearest known one is GET /v1/themes.'],
  [['schema', 'DELETE', '/v1/themes'], 'Unknown operation DELETE /v1/themes.'],
  [['schema', 'lmx', '--plan'], '--plan needs a command.'],
  [['commands', 'teapots'], 'Unknown noun "teapots".'],
])('%j explains what is wrong', async (words, message) => {
  const { code, stderr } = await world.run(words);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

it('aliases name the same command', () => {
  expect(findCommand(tree, ['theme', 'ls'])?.words).toEqual(['themes', 'list']);
  expect(findCommand(tree, ['themes'])).toBeUndefined();
  expect(findCommand(tree, ['themes', 'list', 'more'])).toBeUndefined();
});
