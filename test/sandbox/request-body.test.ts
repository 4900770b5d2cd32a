/** Request bodies against schemas: every sentence, and bodies that later nouns need. */
import { expect, test } from 'vitest';
import * as z from 'zod';
import { changes, identifier, nonEmptyText, parseBody, refuseFields } from '../../src/sandbox/request-body.ts';

const schema = z.strictObject({
  name: nonEmptyText('name'),
  groupId: identifier('groupId').optional(),
  tags: z.array(z.string()).optional(),
  size: z.number().optional(),
  on: z.boolean().nullable().optional(),
  styles: z.strictObject({ width: z.int() }).optional(),
});

test.each([
  ['', 'The request body is not valid JSON.'],
  ['[]', 'The request body must be a JSON object.'],
  ['null', 'The request body must be a JSON object.'],
  ['{}', 'name is required.'],
  ['{"name":null}', 'name must be a string.'],
  ['{"name":" "}', 'name must not be empty.'],
  ['{"name":"x","groupId":"7"}', 'groupId is not a valid ID.'],
  ['{"name":"x","size":"7"}', 'size must be a number.'],
  ['{"name":"x","tags":"a"}', 'tags must be an array.'],
  ['{"name":"x","tags":["a",1]}', 'tags.1 must be a string.'],
  ['{"name":"x","on":0}', 'on must be a boolean.'],
  ['{"name":"x","styles":{"width":"1"}}', 'styles.width must be a number.'],
  ['{"name":"x","styles":{"width":1,"height":2}}', 'Unknown field: styles.height.'],
  ['{"name":"x","other":1}', 'Unknown field: other.'],
  ['{"name":"x","__proto__":1}', 'Unknown field: __proto__.'],
])('%s is refused: %s', (body, message) => {
  expect(() => parseBody(schema, body)).toThrow(message);
});

test('values of every type are returned', () => {
  const value = { name: 'x', tags: ['a'], size: 1.5, on: null, styles: { width: 600 } };
  expect(parseBody(schema, JSON.stringify(value))).toEqual(value);
});

test('a body can be open by design', () => {
  const open = z.looseObject({ email: z.string() });
  expect(parseBody(open, '{"email":"a","plan":"pro"}')).toEqual({ email: 'a', plan: 'pro' });
});

test('an update needs at least one field', () => {
  const update = changes({ name: nonEmptyText('name'), description: z.string() });
  expect(parseBody(update, '{"description":""}')).toEqual({ description: '' });
  expect(() => parseBody(update, '{}')).toThrow('Provide at least one of: name, description.');
});

test('an action accepts an empty body, and no field', () => {
  for (const body of ['', ' ', '{}']) expect(() => refuseFields(body)).not.toThrow();
  expect(() => refuseFields('{"name":"x"}')).toThrow('Unknown field: name.');
});
