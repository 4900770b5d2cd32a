/** An account and a project in memory: the handlers of the sandbox without HTTP, so that thousands of pushes take seconds. */
import type { Context } from '../../src/define/command.ts';
import { type Operation, requestOf } from '../../src/define/operation.ts';
import { Failure } from '../../src/errors.ts';
import type { Directory } from '../../src/runtime/directory.ts';
import type { Account } from '../../src/sandbox/account.ts';
import { Refusal, type Service } from '../../src/sandbox/handler.ts';
import { nouns } from '../../src/sandbox/nouns/index.ts';
import { handlersOf } from '../../src/sandbox/server.ts';
import { DEFAULT_VARIANTS } from '../../src/sandbox/variants.ts';
import { liveStore, SEEDED_AT, seedAccount, type TestAccount } from '../sandbox/account.ts';
import { fixedRandom } from '../world.ts';

/** What may happen to a request; each throws to end it. */
export interface Hooks {
  before?(request: string, number: number): void | Promise<void>;
  /** After the account has changed, before the response arrives. */
  after?(request: string, number: number): void | Promise<void>;
}

export interface TestTeam {
  readonly context: Context;
  /** `POST /v1/themes/c1`, since the beginning. */
  readonly requests: string[];
  hooks: Hooks;
  read(): Promise<TestAccount>;
  /** A change by somebody else, which counts as no request of the run. */
  edit(change: (account: TestAccount) => void): Promise<void>;
  /** A request by somebody else. */
  call(operation: Operation, input: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/** The seeded account without its many records. */
export function smallAccount(teamName = 'Brightwater'): TestAccount {
  const account = seedAccount();
  return {
    ...account,
    teamName,
    themes: account.themes.filter(({ name }) => ['Brightwater', 'Coral'].includes(name)),
    audienceSegments: account.audienceSegments.filter(({ name }) => ['Admins', 'Small teams'].includes(name)),
    transactionalGroups: account.transactionalGroups.filter(({ name }) =>
      ['Billing', 'Account access', 'Unsorted'].includes(name),
    ),
    campaignGroups: account.campaignGroups.filter(({ name }) => ['Retail', 'Unsorted'].includes(name)),
    transactionalEmails: account.transactionalEmails.filter(({ record }) =>
      ['Password reset', 'Invoice paid', 'Email changed'].includes(record.name),
    ),
    campaigns: [],
    workflows: [],
  } as TestAccount;
}

const CODES = {
  400: 'rejected',
  404: 'not_found',
  409: 'conflict',
  413: 'rejected',
  422: 'rejected',
  429: 'rate_limited',
  500: 'unavailable',
  501: 'rejected',
} as const;

let teams = 0;

/** `data` is where the list of uploaded images is kept. */
export function testTeam(account: Account, files: Directory, data = ''): TestTeam {
  const handlers = handlersOf(nouns);
  const store = liveStore(account);
  let now = SEEDED_AT.getTime();
  teams++;
  const service = {
    store,
    now: () => now++,
    random: fixedRandom(teams),
    sendingDomain: true,
    variants: DEFAULT_VARIANTS,
    assets: { origin: async () => 'http://127.0.0.1' },
  } as unknown as Service;

  async function send(operation: Operation, input: Readonly<Record<string, unknown>>): Promise<unknown> {
    const { path, query, body, pathFields } = requestOf(operation, input);
    const url = new URL(`http://127.0.0.1/api${path}?${new URLSearchParams(query)}`);
    const parameter = (name: string) => pathFields.find((field) => field.name === name)?.value ?? '';
    const handler = handlers[operation.route];
    if (handler === undefined) throw new Error(`No handler for ${operation.route}`);
    try {
      const text = body === undefined ? '' : JSON.stringify(body);
      return structuredClone((await handler({ service, url, parameter, header: () => undefined, body: text })).body);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new Failure(CODES[error.status], error.message, { status: error.status });
    }
  }

  const team: TestTeam = {
    requests: [],
    hooks: {},
    read: async () => (await store.read()) as TestAccount,
    edit: (change) => store.update((current) => change(current as TestAccount)),
    call: send,
    context: {
      call: async (operation: Operation, input: Readonly<Record<string, unknown>>) => {
        const { method, path } = requestOf(operation, input);
        const line = `${method} ${path}`;
        team.requests.push(line);
        const number = team.requests.length;
        await team.hooks.before?.(line, number);
        const response = await send(operation, input);
        await team.hooks.after?.(line, number);
        return response;
      },
      async *list(operation: Operation) {
        let cursor: string | undefined;
        do {
          const input = { perPage: 50, ...(cursor === undefined ? {} : { cursor }) };
          const page = (await team.context.call(operation, input)) as {
            data: unknown[];
            pagination: { nextCursor: string | null };
          };
          yield page.data;
          cursor = page.pagination.nextCursor ?? undefined;
        } while (cursor !== undefined);
      },
      each: async <Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>) => {
        const results: Result[] = [];
        for (const item of items) results.push(await work(item));
        return results;
      },
      isDryRun: false,
      settle: async <Item, Value>(items: readonly Item[], work: (item: Item) => Promise<Value>) => {
        const outcomes = [];
        for (const item of items) {
          try {
            outcomes.push({ item, value: await work(item) });
          } catch (failure) {
            if (!(failure instanceof Failure) || failure.code === 'interrupted') throw failure;
            outcomes.push({ item, failure });
          }
        }
        return outcomes;
      },
      directory: async () => files,
      files: { read: async (path: string) => files.find(path) },
      service: async () => 'http://127.0.0.1',
      directories: { data },
      upload: async (url: string) => {
        const id = /\/assets\/([^?]+)/.exec(url)?.[1];
        await store.update((current) => {
          const uploads = current['uploads'] as { id: string; stored: boolean }[];
          Object.assign(uploads.find((one) => one.id === id) ?? {}, { stored: true });
        });
      },
      note: () => undefined,
      progress: () => undefined,
      estimate: async () => 0,
      warn: () => undefined,
    } as unknown as Context,
  };
  return team;
}

/** A directory in memory. `files` has every file by its path. */
export function memoryDirectory(files: Map<string, string> = new Map()): Directory & { files: Map<string, string> } {
  return {
    files,
    shown: (path) => path,
    entries: async (path) => {
      const inner = [...files.keys()]
        .filter((file) => file.startsWith(`${path}/`))
        .map((file) => file.slice(path.length + 1));
      const names = [...new Set(inner.map((file) => file.split('/')[0] ?? ''))].sort();
      return names.map((name) => ({ name, isDirectory: inner.some((file) => file.startsWith(`${name}/`)) }));
    },
    find: async (path) => {
      const text = files.get(path);
      return text === undefined ? undefined : Buffer.from(text);
    },
    replace: async (path, content) => void files.set(path, content),
    whileHeld: (_, work) => work(),
  };
}
