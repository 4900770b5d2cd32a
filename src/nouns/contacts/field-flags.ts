/** The flags that set fields of a contact, checked against the properties and lists of the account before anything is sent. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import type { Operation } from '../../define/operation.ts';
import { type Failure, usage } from '../../errors.ts';
import { bySimilarity } from '../../text/nearest.ts';
import { type Assignment, parseAssignments } from '../assignments.ts';
import { listReference } from '../ids.ts';
import { listMailingLists } from '../lists.ts';
import { listProperties, type Property } from '../properties.ts';
import { readable } from '../readable.ts';
import type { PropertyValue } from './operations.ts';
import { type Checked, checkText, checkValue } from './property-values.ts';

export const fieldFlags = {
  set: z
    .array(z.string())
    .default([])
    .describe('set a property: plan=pro, or with a JSON value seats:=5; may be repeated')
    .meta({ placeholder: 'key=value', completes: 'property values' }),
  unset: z
    .array(z.string().min(1))
    .default([])
    .describe('clear a property; may be repeated')
    .meta({ placeholder: 'key', completes: 'properties' }),
  list: z
    .array(listReference(['=on', '=off']))
    .default([])
    .describe('add the contact to a mailing list, or with =off remove it; may be repeated')
    .meta({ placeholder: 'list[=off]' }),
};

type FieldFlags = z.output<z.ZodObject<typeof fieldFlags>>;

/** The operations that `readFields` may call. */
export const fieldReads: readonly Operation[] = [listProperties, listMailingLists];

/** The part of a request body that the flags ask for. */
export interface ContactFields {
  readonly firstName?: PropertyValue;
  readonly lastName?: PropertyValue;
  readonly source?: PropertyValue;
  readonly userGroup?: PropertyValue;
  readonly subscribed?: boolean;
  readonly mailingLists?: Record<string, boolean>;
  readonly properties?: Record<string, PropertyValue>;
}

/** Reads properties and lists only where a flag needs them. Rejects with `usage` for the first value that does not fit. */
export async function readFields(context: Context, { set, unset, list }: FieldFlags): Promise<ContactFields> {
  const assignments = [...parseAssignments(set, '--set'), ...unset.map(cleared)];
  const twice = unset.find((key, index) => assignments.findIndex((one) => one.key === key) !== set.length + index);
  if (twice !== undefined) throw usage(`The property ${JSON.stringify(twice)} is given twice.`, 'Pass it once.');
  for (const { key } of assignments) refuseField(key);
  const wanted = list.map(parseMembership);
  const [properties, lists] = await Promise.all([
    assignments.length === 0 ? [] : propertiesOf(context, assignments),
    wanted.length === 0 || !context.canRead ? wanted : listsOf(context),
  ]);
  const unknown = wanted.find(({ id }) => !lists.some((known) => known.id === id));
  if (unknown !== undefined) {
    throw usage(`There is no mailing list with the ID ${JSON.stringify(unknown.id)}.`, 'Run `loopsctl lists list`.');
  }
  const values = assignments.map((assignment) => checkedValue(context, assignment, properties));
  return { ...fieldsFrom(values), ...(wanted.length === 0 ? {} : { mailingLists: membershipsOf(wanted) }) };
}

async function propertiesOf(context: Context, assignments: readonly Assignment[]): Promise<readonly Property[]> {
  if (context.canRead) {
    return readable(listProperties.output, await context.call(listProperties, {}), 'properties');
  }
  context.note('The types of properties are not looked up: name=text is sent as text, and name:=5 as a number.');
  return assignments.map(({ key, kind }) => ({ key, label: key, type: assumedType(key, kind) }));
}

const assumedType = (key: string, kind: Assignment['kind']): string =>
  key === 'subscribed' ? 'boolean' : kind === 'text' ? 'string' : 'unknown';

const listsOf = async (context: Context) =>
  readable(z.array(z.object({ id: z.string() })), await context.call(listMailingLists, {}), 'mailing lists');

const cleared = (key: string): Assignment => ({ key, kind: 'json', value: null });

/** What to use instead of a field that is not a property of its own, or can't be set. */
const REFUSED: Readonly<Record<string, string>> = {
  email: 'Pass the email address as the argument.',
  userId: 'Use --user-id.',
  mailingLists: 'Use --list.',
  createdAt: 'Loops sets it.',
  id: 'Loops sets it.',
  optInStatus: 'Loops sets it.',
};

function refuseField(key: string): void {
  const hint = Object.hasOwn(REFUSED, key) ? REFUSED[key] : undefined;
  if (hint !== undefined) throw usage(`${JSON.stringify(key)} can't be set as a property.`, hint);
}

function checkedValue(
  context: Context,
  assignment: Assignment,
  properties: readonly Property[],
): readonly [key: string, value: PropertyValue] {
  const { key } = assignment;
  const property = properties.find((candidate) => candidate.key === key);
  if (property === undefined) throw unknownProperty(key, properties);
  const { problem, warning, value }: Checked =
    assignment.kind === 'text' ? checkText(property, assignment.text) : checkValue(property, assignment.value);
  if (problem !== undefined) throw usage(`Property ${JSON.stringify(key)} ${problem}.`, typeHint(property));
  if (warning !== undefined && context.canRead)
    context.warn(`Property ${JSON.stringify(key)} ${warning}${warning.endsWith('?') ? '' : '.'}`);
  return [key, value ?? null];
}

const typeHint = ({ key, type }: Property): string =>
  `Its type is ${type}. \`--unset ${key}\` clears it, and ${key}:=… takes a JSON value.`;

/** The API would drop an unknown property without an error. */
function unknownProperty(key: string, properties: readonly Property[]): Failure {
  const nearest = bySimilarity(key, properties, (property) => property.key).find(
    ({ item, steps }) => steps * 2 <= Math.max(key.length, item.key.length),
  );
  return usage(
    `There is no contact property ${JSON.stringify(key)}.`,
    nearest === undefined
      ? 'Run `loopsctl properties list`, or create it with `loopsctl properties create`.'
      : `Did you mean ${JSON.stringify(nearest.item.key)}?`,
  );
}

interface Membership {
  readonly id: string;
  readonly member: boolean;
}

const parseMembership = (text: string): Membership => ({
  id: text.replace(/=(on|off)$/, ''),
  member: !text.endsWith('=off'),
});

function membershipsOf(wanted: readonly Membership[]): Record<string, boolean> {
  const ids = wanted.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw usage(`The mailing list ${twice} is given twice.`, 'Pass it once.');
  return Object.fromEntries(wanted.map(({ id, member }) => [id, member]));
}

/** Fields that the request has apart from the custom properties. */
const OWN = ['firstName', 'lastName', 'source', 'userGroup'];

/** Values by key, as the fields of a request body. */
export function fieldsFrom(values: readonly (readonly [key: string, value: PropertyValue])[]): ContactFields {
  const own = values.filter(([key]) => OWN.includes(key));
  const subscribed = values.find(([key]) => key === 'subscribed')?.[1];
  const custom = values.filter(([key]) => !OWN.includes(key) && key !== 'subscribed');
  if (subscribed === null) throw usage('"subscribed" can\'t be cleared.', 'Set it to true or false.');
  return {
    ...Object.fromEntries(own),
    ...(typeof subscribed === 'boolean' ? { subscribed } : {}),
    ...(custom.length === 0 ? {} : { properties: Object.fromEntries(custom) }),
  };
}
