/** Runs a command for a tool: reading commands at once, others after their plan was confirmed with a token. */
import * as z from 'zod';
import type { AnyCommand } from '../../../define/command.ts';
import { dependsOnInput, effectOf, isReading, needsConfirmation } from '../../../define/effect.ts';
import { PlannedRequest } from '../../../define/planned.ts';
import type { Entry, Named } from '../../../define/tree.ts';
import { usage } from '../../../errors.ts';
import { parseJson } from '../../../runtime/parse-json.ts';
import { findCommand } from '../schema.ts';
import type { Confirmations } from './confirmations.ts';
import { wordsOf } from './words.ts';

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

const asks = (command: AnyCommand): boolean =>
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

export function createRunner(tree: readonly Entry[], runLine: RunLine, confirmations: Confirmations) {
  const run = async (words: readonly string[], flags: readonly string[] = []) =>
    runLine(['--json', ...flags, ...words]);

  /** Everything that identifies the state of the record which a change is about. */
  async function revisionOf(words: readonly string[], command: AnyCommand, input: unknown): Promise<string> {
    const show = findCommand(tree, [...words.slice(0, -1), 'show']);
    const [id] = command.positionals ?? [];
    if (show === undefined || id === undefined) return '';
    const line = wordsOf(words, command, input);
    const target = line[line.indexOf('--') + 1];
    const shown = await show.verb.load();
    const [showId] = shown.positionals ?? [];
    if (showId === undefined || target === undefined) return '';
    const { stdout } = await run(wordsOf(show.words, shown, { [showId]: target }));
    return (stdout.match(/"(?:\w*[rR]evisionId|updatedAt|status|name)": .*/g) ?? []).join('\n');
  }

  async function planned(command: AnyCommand, line: readonly string[], { words, input }: Request) {
    // The flag goes before the end of flags.
    const outcome = await run([...line.slice(0, line.indexOf('--')), '--dry-run', ...line.slice(line.indexOf('--'))]);
    const plan = parse(outcome);
    const state = JSON.stringify([plan, await revisionOf(words, command, input)], (key, value: unknown) =>
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
    const key = JSON.stringify([named.words, input]);
    const { outcome, plan, state } = await planned(command, line, { ...request, words: named.words });
    if (outcome.code !== 0 || (dependsOnInput(command) && !isPlan(plan))) return resultOf(outcome);
    if (token === undefined) {
      return { exitCode: 0, plan, token: confirmations.add(key, state), messages: PLAN_MESSAGE };
    }
    confirmations.use(token, key, state);
    const end = line.indexOf('--');
    const yes = command.question !== undefined && command.confirmedBy === undefined ? ['--yes'] : [];
    return resultOf(await run([...line.slice(0, end), ...yes, ...line.slice(end)], chosen));
  };
}

const PLAN_MESSAGE =
  'Nothing was changed. Show the plan to the person. To do it, call the tool again with the same input and this token within 5 minutes.';
