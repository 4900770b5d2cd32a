/** Runs a command for a tool: reading commands at once, others after their plan was confirmed with a token. */
import * as z from 'zod';
import type { AnyCommand } from '../../../define/command.ts';
import { dependsOnInput, effectOf, isReading, needsConfirmation } from '../../../define/effect.ts';
import { PlannedRequest } from '../../../define/planned.ts';
import { fieldsOf } from '../../../define/schema.ts';
import { type Entry, findCommand, type Named } from '../../../define/tree.ts';
import { EXIT_CODES, Failure, usage } from '../../../errors.ts';
import { parseJson } from '../../../runtime/parse-json.ts';
import type { Confirmations } from './confirmations.ts';
import { inputFor, wordsOf } from './words.ts';

export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** Runs a command line of this program with the account and the allowed effects of the server. */
export type RunLine = (words: readonly string[]) => Promise<Outcome>;

export interface Result {
  readonly exitCode: number;
  readonly result?: unknown;
  readonly messages: string;
  /** What a change would send, and the token that confirms it. */
  readonly plan?: unknown;
  readonly token?: string;
}

export interface Request {
  readonly words: readonly string[];
  readonly input: unknown;
  readonly fields?: string | undefined;
  readonly token?: string | undefined;
}

/** Commands that run until they are stopped, ask a person, or are about this machine and not about the account. */
const LOCAL = ['auth', 'login', 'logout', 'sandbox', 'webhooks', 'open', 'completion', 'mcp', 'skill'];

export const isAvailable = ({ words }: Pick<Named, 'words'>): boolean => !LOCAL.includes(words[0] ?? '');

/** Results are read by a language model: more than this would fill its context. */
const LONGEST_RESULT = 60_000;

/** Whether a call returns a plan and a token first. */
export const asks = (command: AnyCommand): boolean =>
  command.question !== undefined || needsConfirmation(effectOf(command)) || dependsOnInput(command);

const parse = ({ stdout }: Outcome): unknown => {
  try {
    return parseJson(stdout, 'The result', '');
  } catch {
    return stdout;
  }
};

function resultOf(outcome: Outcome): Result {
  const { stdout, stderr, code } = outcome;
  if (stdout.length > LONGEST_RESULT) {
    throw usage(`The result has ${stdout.length} characters.`, 'Choose fields with `fields`, or a smaller limit.');
  }
  return { exitCode: code, ...(stdout === '' ? {} : { result: parse(outcome) }), messages: stderr.trim() };
}

const isPlan = (value: unknown): boolean => z.array(PlannedRequest).min(1).safeParse(value).success;

const fieldNamed = (command: AnyCommand, name: string): string =>
  fieldsOf(command.input).find((field) => field.name === name)?.description ?? name;

const NOT_FOUND: number = EXIT_CODES.not_found;

/** The input of `show` for the same record: its argument, or the flags with the names of other records. */
function targetOf(given: Readonly<Record<string, unknown>>, command: AnyCommand, shown: AnyCommand) {
  const [argument] = command.positionals ?? [];
  const [showArgument] = shown.positionals ?? [];
  if (argument !== undefined && showArgument !== undefined && given[argument] !== undefined) {
    return { [showArgument]: given[argument] };
  }
  const names = fieldsOf(shown.input).map(({ name }) => name);
  const shared = Object.entries(given).filter(([name]) => names.includes(name));
  return shared.length === 0 ? undefined : Object.fromEntries(shared);
}

export function createRunner(tree: readonly Entry[], runLine: RunLine, confirmations: Confirmations) {
  const run = async (words: readonly string[], flags: readonly string[] = []) =>
    runLine(['--json', ...flags, ...words]);

  /** What `show` prints of the record that a change is about, or '' where no command shows it. */
  async function stateOf(words: readonly string[], command: AnyCommand, input: unknown): Promise<string> {
    const show = [1, 2].flatMap((count) => findCommand(tree, [...words.slice(0, -count), 'show']) ?? [])[0];
    const shown = await show?.verb.load();
    if (show === undefined || shown === undefined) return '';
    const target = targetOf(inputFor(words, command, input), command, shown);
    if (target === undefined) return '';
    const { stdout, stderr, code } = await run(wordsOf(show.words, shown, target));
    if (code === 0) return stdout;
    if (code === NOT_FOUND) return 'not found';
    throw new Failure(
      'unexpected_response',
      'The record could not be read, so a change by others would go unnoticed.',
      {
        hint: `\`${show.words.join(' ')}\` failed: ${stderr.trim()}`,
      },
    );
  }

  async function planned(command: AnyCommand, line: readonly string[], { words, input }: Request) {
    // The flag goes before the end of flags.
    const outcome = await run([...line.slice(0, line.indexOf('--')), '--dry-run', ...line.slice(line.indexOf('--'))]);
    const plan = parse(outcome);
    const state = JSON.stringify([plan, await stateOf(words, command, input)], (key, value: unknown) =>
      key === 'headers' ? undefined : value,
    );
    return { outcome, plan, state };
  }

  return async (request: Request): Promise<Result> => {
    const { words, input, fields, token } = request;
    const named = findCommand(tree, words);
    if (named === undefined || !isAvailable(named)) {
      throw usage(`No command ${JSON.stringify(words.join(' '))}.`, 'find_command lists the commands.');
    }
    const command = await named.verb.load();
    const line = wordsOf(named.words, command, input);
    const chosen = fields === undefined ? [] : [`--fields=${fields}`];
    if (isReading(effectOf(command)) || !asks(command)) return resultOf(await run(line, chosen));
    const { confirmedBy } = command;
    if (confirmedBy !== undefined && inputFor(named.words, command, input)[confirmedBy] === undefined) {
      throw usage(`This command needs ${confirmedBy}: ${fieldNamed(command, confirmedBy)}.`);
    }
    const key = JSON.stringify([named.words, input]);
    const { outcome, plan, state } = await planned(command, line, { ...request, words: named.words });
    if (outcome.code !== 0 || (dependsOnInput(command) && !isPlan(plan))) return resultOf(outcome);
    if (token === undefined) {
      return { exitCode: 0, plan, token: confirmations.add(key, state), messages: PLAN_MESSAGE };
    }
    confirmations.use(token, key, state);
    const end = line.indexOf('--');
    const yes = command.question !== undefined && confirmedBy === undefined ? ['--yes'] : [];
    return resultOf(await run([...line.slice(0, end), ...yes, ...line.slice(end)], chosen));
  };
}

const PLAN_MESSAGE =
  'Nothing was changed. Show the plan to the person. To do it, call the tool again with the same input and this token within 5 minutes.';
