/** A command: one thing a person can type, as a value. */
import * as z from 'zod';
import { type Failure, usage } from '../errors.ts';
import type { Files } from '../runtime/files.ts';
import type { Directories } from '../runtime/runtime.ts';
import {
  type InputOf,
  type ItemOf,
  type ListOperation,
  type Operation,
  type OutputOf,
  PAGE_SIZE,
  type Page,
} from './operation.ts';
import type { Check } from './report.ts';
import type { View } from './view.ts';

/** What became of one item: a value, or the failure that it has instead. */
export type Outcome<Item, Result> = { readonly item: Item } & (
  | { readonly value: Result; readonly failure?: undefined }
  | { readonly failure: Failure; readonly value?: undefined }
);

export interface SettleOptions<Item> {
  /**
   * Items of one part fail together, and other parts do not: a failure that concerns all items of a part ends only that part,
   * and each of its remaining items gets this failure. Without it, such a failure rejects.
   */
  partOf?(item: Item): string;
}

/** What a command can do besides computing: talk to the service, and to the person beside the result. */
export interface Context {
  /** One request. Rejects with a `Failure`; what it resolves to is the answer as it was sent. */
  call<O extends Operation>(operation: O, input: InputOf<O>): Promise<OutputOf<O>>;
  /** All items of a list, one batch a page; a page is fetched when its batch is asked for. */
  list<O extends ListOperation>(operation: O, input: ListInput): AsyncIterable<readonly ItemOf<O>[]>;
  /**
   * Does the same for many items, several at a time, and gives the results in the order of the items. Shows how far it is.
   * The first rejection ends it: catch in `work` what should not.
   */
  each<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<readonly Result[]>;
  /**
   * Requests of which some may fail: runs `work` for each item, several at a time with progress, and gives each item's value or
   * failure in the order of the items. A failure that concerns every item ends it at once: a key that is rejected or lacks the
   * feature, a rate limit that did not clear, the API unavailable ten times in a row. Rejects with that failure, with a bug, a
   * usage error or an interruption, or where no item got any response. `worstExitCode` gives the exit code of the rest.
   */
  settle<Item, Result>(
    items: readonly Item[],
    work: (item: Item) => Promise<Result>,
    options?: SettleOptions<Item>,
  ): Promise<readonly Outcome<Item, Result>[]>;
  /** The files that the person names. */
  readonly files: Files;
  /** The folders that belong to this program. */
  readonly directories: Directories;
  /**
   * Which service this run talks to: the origin of its base URL, `https://app.example`. This machine has no port in it,
   * because a sandbox has another one whenever it starts. Rejects with a `Failure` when there is no key.
   */
  service(): Promise<string>;
  now(): Date;
  /** A remark on stderr that does not belong to the result; silent with `--quiet`. */
  note(message: string): void;
  /** Something the person should know before trusting the result; on stderr, always. */
  warn(message: string): void;
  /** Aborted when the run should end. */
  readonly signal: AbortSignal;
}

/** A command line that really works, shown in help and run by a test: `line` has no program name. */
export interface Example {
  readonly does: string;
  readonly line: string;
}

export interface Command<Input extends z.ZodObject = z.ZodObject, Value = unknown, Needs extends Context = Context> {
  /** The verb; the empty string when the noun is a command by itself. */
  readonly name: string;
  /** One sentence without a full stop. */
  readonly summary: string;
  /** What else help should say. */
  readonly notes?: string;
  /** Each field is a flag, or a positional where `positionals` names it. */
  readonly input: Input;
  readonly positionals?: readonly (keyof Input['shape'] & string)[];
  /** What `run` gives, as `--json` prints it. */
  readonly output: z.ZodType | ((input: z.output<Input>) => z.ZodType);
  readonly examples: readonly Example[];
  /** Gives the value, or the items of a list in batches as they come. Never prints. */
  run(context: Needs, input: z.output<Input>): Promise<Value> | AsyncIterable<readonly unknown[]>;
  readonly view: View | ((input: z.output<Input>) => View);
  /** The exit code that a value deserves, where it is not 0 (checks and gates). */
  verdict?(value: Value, input: z.output<Input>): number;
  /** What was checked, where the command is a check: gives it `-o junit` and `--annotate`. */
  report?(value: Value): readonly Check[];
}

/** A command whose input and value nobody needs to know any more: what interpreters work with. */
export type AnyCommand = Omit<Command, 'run' | 'view' | 'output' | 'positionals' | 'verdict' | 'report'> & {
  readonly positionals?: readonly string[];
  readonly output: z.ZodType | ((input: Record<string, unknown>) => z.ZodType);
  run(context: Context, input: Record<string, unknown>): Promise<unknown> | AsyncIterable<readonly unknown[]>;
  readonly view: View | ((input: Record<string, unknown>) => View);
  verdict?(value: unknown, input: Record<string, unknown>): number;
  report?(value: unknown): readonly Check[];
};

/** What stands first on the command line; its commands are loaded only when it is named. */
export interface Noun {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  load(): Promise<readonly AnyCommand[]>;
}

/**
 * Forgets the types of a command's input and value. The one cast of its kind: an interpreter gives `run` only
 * what `input` has parsed, and `verdict` only what `run` has returned, which the types cannot say.
 */
export const command = <Input extends z.ZodObject, Value, Needs extends Context>(
  definition: Command<Input, Value, Needs>,
): AnyCommand => definition as unknown as AnyCommand;

/** The flags of every list command. */
export const listInput = {
  limit: z.number().int().min(1).optional().describe('stop after this many items (everything unless told)'),
  perPage: z
    .number()
    .int()
    .min(PAGE_SIZE.min)
    .max(PAGE_SIZE.max)
    .optional()
    .describe(`items a request, ${PAGE_SIZE.min} to ${PAGE_SIZE.max} (${PAGE_SIZE.max} unless told)`),
  cursor: z.string().min(1).optional().describe('begin at this cursor, taken from a nextCursor'),
  envelope: z.boolean().default(false).describe('one page as the service sent it, with its pagination object (JSON)'),
};

export type ListInput = z.output<z.ZodObject<typeof listInput>>;

/** A list command's run: every item, or with `--envelope` one page as it was sent. */
export function runList<O extends ListOperation>(
  context: Context,
  operation: O,
  input: ListInput,
): AsyncIterable<readonly ItemOf<O>[]> | Promise<Page<ItemOf<O>>> {
  if (!input.envelope) return context.list(operation, input);
  if (input.limit !== undefined) {
    // A cursor stands for the end of a page: cut anywhere else, the envelope would skip what was cut off.
    throw usage('--limit and --envelope contradict each other.', 'Choose the size of the page with --per-page.');
  }
  return context.call(operation, firstPage(input) as InputOf<O>) as Promise<Page<ItemOf<O>>>;
}

/** The page parameters with which a list begins. Few items are asked for in a small page. */
export const firstPage = ({ limit, perPage, cursor }: ListInput) => ({
  perPage: perPage ?? Math.min(PAGE_SIZE.max, Math.max(PAGE_SIZE.min, limit ?? PAGE_SIZE.max)),
  ...(cursor === undefined ? {} : { cursor }),
});

/** What a list command gives: its items, or with `--envelope` the page. */
export const listOutput =
  (operation: ListOperation) =>
  (input: Record<string, unknown>): z.ZodType =>
    input['envelope'] ? operation.output : z.array(operation.item);

/** How a list command looks: rows, or with `--envelope` the document. */
export const listView =
  (rows: View) =>
  (input: Record<string, unknown>): View =>
    input['envelope'] ? { kind: 'document' } : rows;

/** The command that is nothing but one request. To differ by one thing, write the command: it is the same type. */
export const fromOperation = <O extends Operation>(
  operation: O,
  rest: Pick<AnyCommand, 'name' | 'notes' | 'examples'> & {
    positionals: readonly (keyof O['input']['shape'] & string)[];
    view: View;
  },
): AnyCommand => ({
  summary: operation.summary,
  input: operation.input,
  output: operation.output,
  run: (context, input) => context.call(operation, input as InputOf<O>),
  ...rest,
});

/** The command that lists one collection. */
export const fromList = (operation: ListOperation, rest: Pick<AnyCommand, 'examples'> & { view: View }): AnyCommand =>
  command({
    name: 'list',
    summary: operation.summary,
    input: z.object(listInput),
    output: listOutput(operation),
    run: (context: Context, input) => runList(context, operation, input),
    examples: rest.examples,
    view: listView(rest.view),
  });
