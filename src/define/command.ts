/** A command: one thing a person can type, as a value. */
import * as z from 'zod';
import { usage } from '../errors.ts';
import type { Directory } from '../runtime/directory.ts';
import type { Files } from '../runtime/files.ts';
import type { Directories } from '../runtime/runtime.ts';
import type { Example } from './example.ts';
import { flagName, type Reference } from './field.ts';
import { activeFilters, type Filters, matching, nameContains } from './filters.ts';
import type { ContentFormats } from './format-name.ts';
import type { LocalHistory } from './history.ts';
import type { LinkOutcome } from './link.ts';
import type { LongRun } from './long-run.ts';
import type { RecordNames } from './names.ts';
import {
  type ApiRequest,
  type ApiResponse,
  type InputOf,
  type ItemOf,
  type ListOperation,
  type Operation,
  type OutputOf,
  PAGE_SIZE,
} from './operation.ts';
import type { Outcome, SettleOptions } from './outcome.ts';
import type { Question } from './question.ts';
import type { Check } from './report.ts';
import type { Column, View } from './view.ts';

/** What a command may use: API calls, files, notes and warnings, the clock. */
export interface Context extends LongRun, LocalHistory {
  /** One request. Resolves to the API response unchanged; rejects with a `Failure`. */
  call<O extends Operation>(operation: O, input: InputOf<O>): Promise<OutputOf<O>>;
  /** All items of a list, one batch per page. A page is fetched when its batch is requested. */
  list<O extends ListOperation>(operation: O, input: ListInput): AsyncIterable<readonly ItemOf<O>[]>;
  /** A request that the command has built, with the same key and limits. The operation decides on retries. Rejects like `call`. */
  request(operation: Operation, request: ApiRequest): Promise<ApiResponse>;
  /**
   * Rejects where `call` would refuse the request without sending it, because of its effect or its recipients. For commands
   * that ask first, or that send many requests of which none may be sent if one is refused.
   */
  requireAllowed<O extends Operation>(operation: O, input: InputOf<O>): Promise<void>;
  /** Several at a time, with progress and results in the order of the items. The first rejection ends it. */
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
  /** Stores bytes at a URL that the API has returned, on another host and without the key. Rejects with a `Failure`. */
  upload(url: string, file: { readonly bytes: Uint8Array; readonly contentType: string }): Promise<void>;
  /** Opens a web address without the key, to see whether it exists. Rejects only when it is interrupted. */
  visit(address: string): Promise<LinkOutcome>;
  /** The email address in the configuration of git; undefined without one. */
  gitEmail(): Promise<string | undefined>;
  readonly files: Files;
  directory(path: string): Promise<Directory>;
  /** The directories that belong to this program. */
  readonly directories: Directories;
  /** The origin of the base URL, `https://app.example`; without the port for loopback, which differs in each run of a sandbox. */
  service(): Promise<string>;
  now(): Date;
  /** The names of the records in `shows`, for text in the value. Call it after the first request. None unless for people. */
  names(): Promise<RecordNames>;
  /** A note on stderr, not part of the result; silent with `--quiet`. */
  note(message: string): void;
  /** Whether the result is text for people and notes are printed: only then may a note cost an extra request. */
  readonly isForPeople: boolean;
  /** Whether a person at a terminal can be asked. */
  readonly canAsk: boolean;
  /** False with `--curl`: no request is sent at all, so checks that need one are left out. */
  readonly canRead: boolean;
  /** What `question` and `run` both need: made by the first call of a run, and returned by the others. */
  once<Made>(make: () => Promise<Made>): Promise<Made>;
  /** A problem that affects how far the result can be trusted; always printed, on stderr. */
  warn(message: string): void;
  /** Aborted when the run should end. */
  readonly signal: AbortSignal;
}

export interface Command<Input extends z.ZodObject = z.ZodObject, Value = unknown, Needs extends Context = Context> {
  /** Longer explanation for help, after the flags. */
  readonly notes?: string;
  /** Each field is a flag, or a positional where `positionals` names it. */
  readonly input: Input;
  readonly positionals?: readonly (keyof Input['shape'] & string)[];
  /** The value that `run` returns, as `--json` prints it. */
  readonly output: z.ZodType;
  /** The operations that `run` may call: no other request is sent. A function where they depend on the input; it sends nothing. */
  readonly calls?: readonly Operation[] | ((context: Needs, input: z.output<Input>) => Promise<readonly Operation[]>);
  /** Allowed effects are read at the first request: a broken configuration is part of the result. All calls have one effect. */
  readonly examinesConfiguration?: boolean;
  /** Its requests use another connection than the profile's, so what the profile allows does not apply to them. */
  readonly ownConnection?: boolean;
  /** It finds out what it will send, and checks all of it with `requireAllowed` before it sends any. */
  readonly effectsDependOnPlan?: true;
  /** The profile for this input, where neither --profile nor LOOPS_API_KEY chooses a key. */
  profileFor?(open: Context['directory'], input: z.output<Input>): Promise<string | undefined>;
  /** Why --journal-personal is refused, as a sentence. */
  readonly unrecorded?: string;
  /** The question to confirm before `run`, `Publish the draft of "Password reset"?`; undefined where this input needs none. */
  question?(context: Needs, input: z.output<Input>): Promise<string | Question | undefined>;
  /** The field that confirms instead of --yes, which is not enough for this command. `question` compares its value. */
  readonly confirmedBy?: keyof Input['shape'] & string;
  /** How many requests a run sends, `1`, `1 per 50 items`, where that is known. Names in place of IDs may take more. */
  readonly requests?: string;
  readonly examples: readonly Example[];
  /** Returns the value, or the items of a list in batches as they arrive. Never prints. */
  run(context: Needs, input: z.output<Input>): Promise<Value> | AsyncIterable<readonly unknown[]>;
  readonly view: View | ((input: z.output<Input>) => View);
  /** The types of other records whose names the view shows next to or instead of their IDs. */
  readonly shows?: readonly Reference[];
  /** A second result that a flag of a list command asks for: one page with its pagination object. */
  readonly rawPage?: RawPage;
  /** The exit code for a value, where it is not 0 (checks and thresholds). */
  verdict?(value: Value, input: z.output<Input>): number;
  /** What was checked, where the command is a check: enables `-o junit`, `-o sarif` and `--annotate`. */
  report?(value: Value): readonly Check[];
  /** The formats of its own, for `-o`. */
  readonly formats?: ContentFormats;
}

export interface RawPage {
  readonly output: z.ZodType;
  run(context: Context, input: Record<string, unknown>): Promise<unknown>;
}

type CallsOf = (context: Context, input: Record<string, unknown>) => Promise<readonly Operation[]>;
export type AnyCommand = Omit<
  Command,
  'run' | 'calls' | 'view' | 'positionals' | 'profileFor' | 'question' | 'confirmedBy' | 'verdict' | 'report'
> & {
  readonly positionals?: readonly string[];
  readonly confirmedBy?: string;
  readonly calls?: readonly Operation[] | CallsOf;
  run(context: Context, input: Record<string, unknown>): Promise<unknown> | AsyncIterable<readonly unknown[]>;
  readonly view: View | ((input: Record<string, unknown>) => View);
  profileFor?(open: Context['directory'], input: Record<string, unknown>): Promise<string | undefined>;
  question?(context: Context, input: Record<string, unknown>): Promise<string | Question | undefined>;
  verdict?(value: unknown, input: Record<string, unknown>): number;
  report?(value: unknown): readonly Check[];
};

/** Forgets the types, which cannot express that `run` gets what `input` has parsed, and `verdict` what `run` has returned. */
export const command = <Input extends z.ZodObject, Value, Needs extends Context>(
  definition: Command<Input, Value, Needs>,
): AnyCommand => definition as unknown as AnyCommand;

const pagingInput = {
  limit: z.number().int().min(1).optional().describe('maximum number of items (default: all)'),
  perPage: z
    .number()
    .int()
    .min(PAGE_SIZE.min)
    .max(PAGE_SIZE.max)
    .optional()
    .describe(`items per request, ${PAGE_SIZE.min} to ${PAGE_SIZE.max} (default: ${PAGE_SIZE.max})`),
  cursor: z.string().min(1).optional().describe('start from this cursor (pagination.nextCursor of a page)'),
  rawPage: z.boolean().default(false).describe('print one page with its pagination object, as JSON'),
};

export type ListInput = Pick<z.output<z.ZodObject<typeof pagingInput>>, 'limit' | 'perPage' | 'cursor'>;

/** The page parameters of a list's first request. A small limit asks for a small page. */
export const firstPage = ({ limit, perPage, cursor }: ListInput) => ({
  perPage: perPage ?? Math.min(PAGE_SIZE.max, Math.max(PAGE_SIZE.min, limit ?? PAGE_SIZE.max)),
  ...(cursor === undefined ? {} : { cursor }),
});

const searchInput = {
  search: z
    .string()
    .min(1)
    .optional()
    .describe('only items whose name contains this text')
    .meta({ placeholder: 'text' }),
};

const NO_MATCHES = 'No matches.';

interface ListDefinition<Shape extends z.ZodRawShape> extends Pick<Command, 'shows'> {
  readonly notes?: string;
  readonly examples: readonly Example[];
  readonly columns: readonly Column[];
  readonly empty: string;
  readonly input?: Shape;
  /** The operation to call, where the flags choose between several that return the same items. */
  choose?(input: z.output<z.ZodObject<Shape>>): ListOperation;
  /** Flags of `input` that keep only some items: whether an item is kept for the value of the flag. */
  readonly filters?: Filters<Shape>;
  readonly choices?: readonly ListOperation[];
}

/** The command that lists a collection: every item by default, the items that match its filters, or one raw page. */
export function collectionCommand<const Shape extends z.ZodRawShape = Record<never, never>>(
  operation: ListOperation,
  { input, choose = () => operation, choices = [operation], filters, columns, empty, ...rest }: ListDefinition<Shape>,
): AnyCommand {
  const chosen = (given: Record<string, unknown>): ListOperation => choose(given as z.output<z.ZodObject<Shape>>);
  const filtersIn = (given: Record<string, unknown>) => activeFilters({ search: nameContains, ...filters }, given);
  return {
    ...rest,
    input: z.object({ ...input, ...searchInput, ...pagingInput }),
    output: z.array(operation.item),
    calls: choices,
    requests: `1 per ${PAGE_SIZE.max} items`,
    run: (context, given) => {
      const filters = filtersIn(given);
      const input = given as ListInput;
      if (filters.length === 0) return context.list(chosen(given), input);
      // The limit counts matches, so the client must not stop at it.
      return matching(context.list(chosen(given), { ...input, limit: undefined }), filters, input.limit);
    },
    rawPage: {
      output: operation.output,
      run: (context, given) => {
        // A cursor marks the end of a page: cut anywhere else, the pagination object would skip items.
        if (given['limit'] !== undefined) {
          throw usage("--limit can't be combined with --raw-page.", 'Set the size of the page with --per-page.');
        }
        const [filter] = filtersIn(given);
        if (filter !== undefined) {
          throw usage(`--${flagName(filter.name)} can't be combined with --raw-page.`, 'Omit --raw-page.');
        }
        return context.call(chosen(given), firstPage(given as ListInput));
      },
    },
    view: (given) => ({ kind: 'table', columns, empty: filtersIn(given).length === 0 ? empty : NO_MATCHES }),
  };
}

export const operationCommand = <O extends Operation>(
  operation: O,
  rest: Pick<AnyCommand, 'notes' | 'examples' | 'view' | 'shows'> & {
    readonly positionals: readonly (keyof O['input']['shape'] & string)[];
  },
): AnyCommand => ({
  input: operation.input,
  output: operation.output,
  calls: [operation],
  requests: '1',
  run: (context, input) => context.call(operation, input as InputOf<O>),
  ...rest,
});
