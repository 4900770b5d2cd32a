/** `open`: shows a record in the web dashboard. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { isRecord, textOf, valueAt } from '../../define/json.ts';
import type { ListOperation } from '../../define/operation.ts';
import { Failure } from '../../errors.ts';
import { type Named, readReference } from '../../lookup/match.ts';
import { recordNamed } from '../../lookup/record-named.ts';
import { reasonForNoBrowser } from '../../runtime/browser.ts';
import { isLoopback } from '../../runtime/loopback.ts';
import { getSegment, listSegments } from '../segments/operations.ts';
import { getTheme, listThemes } from '../themes/operations.ts';
import type { ToolContext } from '../tool-context.ts';
import { getTransactional, listTransactional } from '../transactional/operations.ts';
import { getWorkflow, listWorkflows } from '../workflow/operations.ts';

interface RecordType {
  readonly singular: string;
  /** Its command is `<noun> list`. */
  readonly list: ListOperation;
  get(context: Context, id: string): Promise<unknown>;
}

const TYPES = {
  transactional: {
    singular: 'transactional email',
    list: listTransactional,
    get: (context, transactionalId) => context.call(getTransactional, { transactionalId }),
  },
  workflow: {
    singular: 'workflow',
    list: listWorkflows,
    get: (context, id) => context.call(getWorkflow, { id }),
  },
  themes: {
    singular: 'theme',
    list: listThemes,
    get: (context, id) => context.call(getTheme, { id }),
  },
  segments: {
    singular: 'segment',
    list: listSegments,
    get: (context, id) => context.call(getSegment, { id }),
  },
} as const satisfies Record<string, RecordType>;

type Noun = keyof typeof TYPES;

export const openCommand = command({
  notes:
    'Opens the URL that the API sends with the record. Prints it too, so that it can be opened elsewhere. Not every type of record has a URL.',
  input: z.object({
    noun: z
      .enum(Object.keys(TYPES) as [Noun, ...Noun[]])
      .describe('type of the record')
      .meta({ placeholder: 'noun' }),
    record: z.string().min(1).describe('ID or name of the record').meta({ placeholder: 'id|name' }),
    print: z.boolean().default(false).describe('print the URL without opening it'),
  }),
  positionals: ['noun', 'record'],
  calls: [
    ...[listTransactional, listWorkflows, listThemes, listSegments],
    ...[getTransactional, getWorkflow, getTheme, getSegment],
  ],
  output: z.object({ url: z.string(), opened: z.boolean().describe('whether a browser was started') }),
  examples: [
    { does: 'A workflow, by its ID', line: 'open workflow cr3d19ajwtfxqfczuxgmvwzxv --print' },
    { does: 'The same workflow, by its name', line: 'open workflow "Trial onboarding" --print' },
  ],
  async run(context: ToolContext, { noun, record, print }) {
    const url = dashboardUrl(await find(context, noun, record), TYPES[noun]);
    return { url, opened: !print && (await openInBrowser(context, url)) };
  },
  view: { kind: 'drawing', draw: (value) => textOf(valueAt(value, 'url')) },
});

async function find(context: Context, noun: Noun, typed: string): Promise<unknown> {
  const { singular, list, get } = TYPES[noun];
  const reference = readReference(typed);
  if (reference.by === 'id') return get(context, reference.id);
  const records: (Named & Readonly<Record<string, unknown>>)[] = [];
  for await (const page of context.list(list, {})) {
    for (const item of page) if (isNamed(item)) records.push(item);
  }
  return recordNamed(reference.name, records, { name: singular, list: `${noun} list` });
}

const isNamed = (value: unknown): value is Named & Readonly<Record<string, unknown>> =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['name'] === 'string';

/** The URL of a record, normalized. Browsers run other schemes, such as `javascript:`, or open files. */
function dashboardUrl(record: unknown, { singular }: RecordType): string {
  const value = valueAt(record, 'url');
  if (value === undefined || value === null || value === '') {
    throw new Failure('not_found', `The API sent no dashboard URL for this ${singular}.`, {
      hint: 'Open the Loops dashboard and search for its name.',
    });
  }
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url));
  if (url === undefined || !isSafe || url.username !== '' || url.password !== '') {
    throw new Failure('unexpected_response', `The API sent a URL that is not safe to open: ${textOf(value)}`, {
      hint: 'Expected a URL that begins with https:// and has no user name.',
    });
  }
  return url.href;
}

async function openInBrowser({ runtime, note, warn }: ToolContext, url: string): Promise<boolean> {
  const reason = reasonForNoBrowser(runtime);
  if (reason !== undefined) {
    warn(`${reason} Open the URL in a browser.`);
    return false;
  }
  try {
    await runtime.open(url);
    note('Opened in your browser.');
    return true;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    warn(`Could not start a browser (${code ?? message}). Open the URL in a browser.`);
    return false;
  }
}
