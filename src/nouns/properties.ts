/** The properties that contacts can have. */
import * as z from 'zod';
import { type Context, command } from '../define/command.ts';
import { oneOf } from '../define/constraints.ts';
import { operation } from '../define/operation.ts';
import { NOT_DELETABLE } from '../define/undo.ts';
import type { View } from '../define/view.ts';
import { usage } from '../errors.ts';

export const PROPERTY_TYPES = ['string', 'number', 'boolean', 'date'] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

export const Property = z.object({ key: z.string(), label: z.string(), type: oneOf(PROPERTY_TYPES) });
export type Property = z.infer<typeof Property>;

export const listProperties = operation('GET /v1/contacts/properties', 'List the properties of contacts', {
  input: { list: z.enum(['all', 'custom']).optional() },
  output: z.array(Property),
});

export const createProperty = operation('POST /v1/contacts/properties', 'Create a property of contacts', {
  input: { name: z.string(), type: z.enum(PROPERTY_TYPES) },
  output: z.object({ success: z.boolean() }),
  effect: 'change',
  undo: NOT_DELETABLE,
});

/** The API returns all properties at once. */
async function* pages(context: Context, custom: boolean): AsyncIterable<readonly Property[]> {
  yield await context.call(listProperties, custom ? { list: 'custom' } : {});
}

export const listCommand = command({
  notes: 'Properties are the fields that a contact can have. Every account has the default ones; --custom omits them.',
  input: z.object({ custom: z.boolean().default(false).describe('only the custom properties of the account') }),
  output: listProperties.output,
  calls: [listProperties],
  examples: [
    { does: 'All properties', line: 'properties list' },
    { does: 'Only custom ones', line: 'properties list --custom' },
  ],
  run: (context, { custom }) => pages(context, custom),
  view: {
    kind: 'table',
    columns: [
      { heading: 'KEY', path: 'key', kind: 'id' },
      { heading: 'TYPE', path: 'type' },
      { heading: 'LABEL', path: 'label' },
    ],
    empty: 'No custom properties.',
  },
});

const RESERVED = ['id', 'listId', 'softDeleteAt', 'teamId', 'updatedAt'];

const CAMEL_CASE = /^[a-z][A-Za-z0-9]*$/;
/** Longer keys are refused in the requests that set a property. */
const LONGEST_KEY = 500;

const created: View = { kind: 'details', columns: [{ heading: 'Created', path: 'success', show: String }] };

export const createCommand = command({
  notes: "A property can't be renamed, changed or deleted, so the command asks before it creates one.",
  input: z.object({
    name: z.string().min(1).max(LONGEST_KEY).describe('key of the property, in camelCase'),
    type: z.enum(PROPERTY_TYPES).describe('type of its values'),
  }),
  positionals: ['name'],
  output: createProperty.output,
  calls: [createProperty],
  examples: [
    { does: 'Print the request without sending it', line: 'properties create favoriteColor --type string --dry-run' },
    { does: 'Create it without being asked', line: 'properties create renewalDate --type date --yes' },
  ],
  question: async (_, { name, type }) => {
    refuseReserved(name);
    const spelling = CAMEL_CASE.test(name) ? '' : ' Its name is not camelCase.';
    return `Create the property ${JSON.stringify(name)} with the type ${type}?${spelling} It can't be renamed, changed or deleted.`;
  },
  run: async (context, input) => {
    const { name } = input;
    refuseReserved(name);
    if (!CAMEL_CASE.test(name)) context.warn(`The name ${JSON.stringify(name)} is not camelCase.`);
    const result = await context.call(createProperty, input);
    context.note(`Created the property ${JSON.stringify(name)}.`);
    return result;
  },
  view: created,
});

function refuseReserved(name: string): void {
  if (!RESERVED.includes(name)) return;
  throw usage(`${JSON.stringify(name)} is a reserved name.`, `Reserved names: ${RESERVED.join(', ')}.`);
}
