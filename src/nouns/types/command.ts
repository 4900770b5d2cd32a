/** `types`: types for programs that send emails, generated from the account. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { EXIT_CHECK_FAILED, Failure, usage } from '../../errors.ts';
import { type EventPattern, getEventPattern, listEventPatterns } from '../events/operations.ts';
import { listMailingLists } from '../lists.ts';
import { getMessage } from '../messages/operations.ts';
import { openSource } from '../messages/sources.ts';
import { variablesOf } from '../messages/vars/list.ts';
import { getTransactional, listTransactional, type Transactional } from '../transactional/operations.ts';
import { go } from './go.ts';
import { jsonSchema } from './json-schema.ts';
import type { TypedField, TypedRecord, TypeModel } from './model.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { typescript } from './typescript.ts';

const LANGUAGES = { ts: typescript, go, python, ruby, 'json-schema': jsonSchema } as const satisfies Record<
  string,
  (model: TypeModel) => string
>;
type Language = keyof typeof LANGUAGES;
const NAMES = Object.keys(LANGUAGES) as [Language, ...Language[]];

/** Without its content, an email has the variables that the API lists: they may lack those that only decide what is shown. */
const listed = ({ dataVariables }: Transactional): readonly TypedField[] =>
  dataVariables.map((name) => ({ name, type: 'value', required: true }));

async function fieldsOf(context: Context, email: Transactional): Promise<readonly TypedField[]> {
  try {
    const source = await openSource(
      context,
      { type: 'transactional', name: email.id },
      email.publishedEmailMessageId !== null,
    );
    return variablesOf(source)
      .filter(({ namespace }) => namespace === 'data')
      .map(({ name, kind, fields, required }) => ({
        name,
        required,
        ...(kind === 'array'
          ? {
              type: 'list' as const,
              fields: fields.map((field): TypedField => ({ name: field, type: 'value', required: true })),
            }
          : { type: 'value' as const }),
      }));
  } catch (error) {
    // The content is MJML, or cannot be expressed as LMX.
    if (error instanceof Failure && error.code === 'conflict') return listed(email);
    throw error;
  }
}

const byName = (one: TypedRecord, other: TypedRecord): number =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : one.id < other.id ? -1 : 1;

const PROPERTY_TYPES: Readonly<Record<string, TypedField['type']>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
};

/** A date is a text or a number. Any property can be left out. */
const propertiesOf = ({ eventProperties }: EventPattern): readonly TypedField[] =>
  eventProperties.map(({ name, type }) => ({ name, type: PROPERTY_TYPES[type] ?? 'value', required: false }));

async function eventsOf(context: Context): Promise<readonly TypedRecord[]> {
  const ids: string[] = [];
  for await (const page of context.list(listEventPatterns, {})) for (const { id } of page) ids.push(id);
  return context.each(ids, async (eventPatternId): Promise<TypedRecord> => {
    const event = await context.call(getEventPattern, { eventPatternId });
    return { id: event.id, name: event.eventName, fields: propertiesOf(event) };
  });
}

/** Everything is read before anything is generated: a type that is missing would look like an email that is gone. */
async function modelOf(context: Context): Promise<TypeModel> {
  const emails: Transactional[] = [];
  for await (const page of context.list(listTransactional, {})) for (const email of page) emails.push(email);
  const sendable = emails.filter((email) => email.publishedEmailMessageId ?? email.draftEmailMessageId);
  const typed = await context.each(
    sendable,
    async (email): Promise<TypedRecord> => ({
      id: email.id,
      name: email.name,
      fields: await fieldsOf(context, email),
    }),
  );
  const events = await eventsOf(context);
  const lists = await context.call(listMailingLists, {});
  return {
    emails: [...typed].sort(byName),
    events: [...events].sort(byName),
    lists: lists.map(({ id, name }) => ({ id, name, fields: [] })).sort(byName),
  };
}

const Result = z.object({
  language: z.enum(NAMES),
  emails: z.number().int(),
  events: z.number().int(),
  lists: z.number().int(),
  text: z.string().optional().describe('the types, without --out'),
  file: z.string().optional(),
  state: z.enum(['written', 'current', 'stale']).optional().describe('with --out'),
});
type Result = z.infer<typeof Result>;

const SENTENCES = { written: 'Wrote', current: 'Up to date:', stale: 'Stale:' } as const;

export const typesCommand = command({
  notes:
    'One type and one ID for each transactional email, with the variables of its published version, or of its draft. A variable is optional if it has a fallback or is shown only under a condition. Also one type and the name of each event, with the properties that it was sent with, all of them optional, and the ID of each mailing list. With --check nothing is written, and the exit code is 9 if the file differs from what would be written: run it in CI.',
  input: z.object({
    lang: z.enum(NAMES).describe('language of the types'),
    out: z.string().min(1).optional().describe('file to write (default: print)').meta({ placeholder: 'file' }),
    check: z.boolean().default(false).describe('write nothing; exit with 9 if the file is stale'),
  }),
  calls: [listTransactional, getTransactional, getMessage, listEventPatterns, getEventPattern, listMailingLists],
  output: Result,
  examples: [
    { does: 'TypeScript', line: 'types --lang ts --out loops.ts' },
    { does: 'In CI', line: 'types --lang ts --out loops.ts --check' },
  ],
  run: async (context, { lang, out, check }): Promise<Result> => {
    if (check && out === undefined) throw usage('--check requires --out.', 'Pass the file to check.');
    const before = out === undefined ? undefined : await context.files.find(out);
    const model = await modelOf(context);
    const text = LANGUAGES[lang](model);
    const result = {
      language: lang,
      emails: model.emails.length,
      events: model.events.length,
      lists: model.lists.length,
    };
    if (out === undefined) return { ...result, text };
    if (before?.toString('utf8') === text) return { ...result, file: out, state: 'current' };
    if (check) return { ...result, file: out, state: 'stale' };
    await context.files.replace(out, text);
    return { ...result, file: out, state: 'written' };
  },
  view: ({ out }) =>
    out === undefined
      ? { kind: 'text', text: (value) => (value as Result).text ?? '', exact: true }
      : {
          kind: 'drawing',
          draw: (value) => `${SENTENCES[(value as Result).state ?? 'written']} ${(value as Result).file}`,
        },
  verdict: ({ state }) => (state === 'stale' ? EXIT_CHECK_FAILED : 0),
});
