/** Reads what `context` describes: names, types and relations, but no people and no numbers that change by themselves. */
import type { Context } from '../../../define/command.ts';
import type { ListOperation, Operation } from '../../../define/operation.ts';
import { Failure } from '../../../errors.ts';
import { formatLimit, RATE_LIMITS } from '../../../http/limits.ts';
import { checkApiKey } from '../../api-key.ts';
import { allListeners, LISTENER_CALLS, type Listener } from '../../events/listeners.ts';
import { getEventPattern, listEventPatterns } from '../../events/operations.ts';
import { listMailingLists } from '../../lists.ts';
import { listProperties } from '../../properties.ts';
import { listThemes } from '../../themes/operations.ts';
import { listTransactional } from '../../transactional/operations.ts';
import { listWorkflows } from '../../workflow/operations.ts';
import { withoutPeople } from './quote.ts';
import type { AccountContext, Item, Section, SectionName } from './schema.ts';

export const CONTEXT_CALLS: readonly Operation[] = [
  ...[checkApiKey, listMailingLists, listProperties, listEventPatterns, getEventPattern],
  ...[listTransactional, listThemes, ...LISTENER_CALLS],
];

/** Details take a request for each record, so they are read only for so many. */
const MOST_DETAILED = 50;

interface Content {
  readonly items: readonly Item[];
  readonly notes?: readonly string[];
}

/** `variables a, b`; nothing without any. */
const listed = (what: string, names: readonly unknown[]): readonly string[] =>
  names.length === 0 ? [] : [`${what} ${names.map(withoutPeople).join(', ')}`];

const itemOf = (name: unknown, id: unknown, details: readonly string[] = []): Item => ({
  name: withoutPeople(name),
  ...(typeof id === 'string' ? { id: withoutPeople(id) } : {}),
  details: [...details],
});

async function everyItem<T>(context: Context, operation: ListOperation): Promise<T[]> {
  const items: T[] = [];
  for await (const page of context.list(operation, {})) for (const item of page) items.push(item as T);
  return items;
}

type Named = { readonly id: string; readonly name: string; readonly [field: string]: unknown };

/** The workflows that start from each event; undefined where that is not known. */
async function listenersOf(context: Context): Promise<readonly Listener[] | undefined> {
  const workflows = await unlessDisabled(() => everyItem<Named>(context, listWorkflows));
  return workflows === undefined || workflows.length > MOST_DETAILED ? undefined : allListeners(context);
}

async function readEvents(context: Context): Promise<Content> {
  const events = await everyItem<{ id: string; eventName: string }>(context, listEventPatterns);
  const listeners = events.length === 0 ? [] : await listenersOf(context);
  const sorted = events.sort((a, b) => compare(String(a.eventName), String(b.eventName)));
  const detailed = await context.each(sorted.slice(0, MOST_DETAILED), async ({ id }) => {
    const { eventProperties } = await context.call(getEventPattern, { eventPatternId: id });
    return listed(
      'properties',
      eventProperties.map(({ name, type }) => `${name}: ${type}`),
    );
  });
  const items = sorted.map(({ eventName, id }, index) => {
    const starts = (listeners ?? []).filter((listener) => listener.eventName === eventName);
    return itemOf(eventName, id, [
      ...(detailed[index] ?? []),
      ...starts.map(({ workflow, status }) => `starts workflow ${withoutPeople(workflow)} (${withoutPeople(status)})`),
    ]);
  });
  return {
    items,
    notes: [
      ...(listeners === undefined ? ['The workflows that the events start were not read.'] : []),
      ...(sorted.length > MOST_DETAILED ? [`Properties are those of the first ${MOST_DETAILED} events.`] : []),
    ],
  };
}

const READERS: Readonly<Record<SectionName, (context: Context) => Promise<Content>>> = {
  lists: async (context) => ({
    items: (await context.call(listMailingLists, {})).map(({ name, id, isPublic }) =>
      itemOf(name, id, isPublic === true ? ['public'] : []),
    ),
  }),
  properties: async (context) => ({
    items: (await context.call(listProperties, {})).map(({ key, type }) =>
      itemOf(key, undefined, [`type ${withoutPeople(type)}`]),
    ),
  }),
  events: readEvents,
  transactional: async (context) => ({
    items: (await everyItem<Named>(context, listTransactional)).map((email) => {
      const { name, id, draftEmailMessageId: draft, publishedEmailMessageId: published, dataVariables } = email;
      const variables = Array.isArray(dataVariables) ? dataVariables : [];
      return itemOf(name, id, [
        ...(typeof published === 'string' ? [] : ['not published']),
        ...(typeof draft === 'string' ? ['draft waiting'] : []),
        ...listed('variables', variables),
      ]);
    }),
  }),
  workflows: async (context) => ({
    items: (await everyItem<Named>(context, listWorkflows)).map(({ name, id, status }) =>
      itemOf(name, id, typeof status === 'string' ? [withoutPeople(status)] : []),
    ),
  }),
  themes: async (context) => ({
    items: (await everyItem<Named>(context, listThemes)).map(({ name, id, isDefault }) =>
      itemOf(name, id, isDefault === true ? ['default'] : []),
    ),
  }),
};

const COMMANDS: Readonly<Record<SectionName, string>> = {
  lists: 'loopsctl lists list',
  properties: 'loopsctl properties list',
  events: 'loopsctl events list',
  transactional: 'loopsctl transactional list',
  workflows: 'loopsctl workflow list',
  themes: 'loopsctl themes list',
};

/** Undefined where the API is not enabled for the team. Any other failure rejects: a partial account would mislead. */
async function unlessDisabled<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Failure && error.code === 'area_disabled') return undefined;
    throw error;
  }
}

/** Independent of the locale, so that an unchanged account has unchanged bytes. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

async function readSection(context: Context, name: SectionName): Promise<Section> {
  const content = await unlessDisabled(() => READERS[name](context));
  const items = [...(content?.items ?? [])].sort((a, b) => compare(a.name, b.name) || compare(a.id ?? '', b.id ?? ''));
  return {
    name,
    enabled: content !== undefined,
    total: items.length,
    omitted: 0,
    command: COMMANDS[name],
    notes: [...(content?.notes ?? [])],
    items,
  };
}

const MOST_COMMANDS = 5;

function usefulCommands(sections: readonly Section[]): string[] {
  const has = (name: SectionName) => (sections.find((section) => section.name === name)?.total ?? 0) > 0;
  const drafts = sections.some(({ items }) => items.some(({ details }) => details.includes('draft waiting')));
  const commands = [
    ...(drafts ? ['loopsctl transactional publish <id> --dry-run'] : []),
    ...(has('transactional') ? ['loopsctl transactional metrics --all'] : []),
    ...(has('workflows') ? ['loopsctl workflow show <id>'] : []),
    ...(has('events') ? ['loopsctl events send <name> --email <address> --dry-run'] : []),
    ...['loopsctl doctor', 'loopsctl commands --json', 'loopsctl schema <noun> <verb>', 'loopsctl help effects'],
  ];
  return commands.slice(0, MOST_COMMANDS);
}

export async function readAccount(context: Context, names: readonly SectionName[]): Promise<AccountContext> {
  const { teamName } = await context.call(checkApiKey, {});
  const sections: Section[] = [];
  for (const name of names) sections.push(await readSection(context, name));
  return {
    team: withoutPeople(teamName),
    limits: [formatLimit(RATE_LIMITS.general), `${formatLimit(RATE_LIMITS.content)} for content and workflows`],
    sections,
    commands: usefulCommands(sections),
  };
}
