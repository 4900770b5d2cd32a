/** Reads request bodies and checks them against a schema, with the sentences that the service uses. */
import * as z from 'zod';
import { Refusal } from './handler.ts';
import { isIdentifier } from './identifiers.ts';

const MIB = 1024 * 1024;

/** MiB by path, where it is not 1. The handler checks the limit of the API. */
const LIMITS: Readonly<Record<string, number>> = { '/v1/transactional': 8 };

/** The whole body as text. Throws a 413 `Refusal` above the limit, after reading it all: a sender that is cut off sees no response. */
export async function readBody(request: Request, path: string): Promise<string> {
  const text = await request.text();
  const limit = LIMITS[path] ?? 1;
  if (Buffer.byteLength(text) > limit * MIB) {
    throw new Refusal(413, `The request body is larger than ${limit} MiB.`);
  }
  return text;
}

/** The value of a JSON body. Throws a 400 `Refusal` if it does not match; a `z.strictObject` refuses unknown fields. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: string): z.output<Schema> {
  const value = parseJson(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(400, 'The request body must be a JSON object.');
  }
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new Refusal(400, sentenceFor(parsed.error.issues[0]));
}

/** For actions that take no body: an empty one and `{}` are accepted. */
export function refuseFields(body: string): void {
  if (body.trim() !== '') parseBody(z.strictObject({}), body);
}

/** The body of an update, in which at least one field is required. */
export const changes = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .strictObject(shape)
    .partial()
    .refine((fields) => Object.keys(fields).length > 0, `Provide at least one of: ${Object.keys(shape).join(', ')}.`);

export const nonEmptyText = (field: string) =>
  z.string().refine((value) => value.trim() !== '', `${field} must not be empty.`);

export const identifier = (field: string) => z.string().refine(isIdentifier, `${field} is not a valid ID.`);

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Refusal(400, 'The request body is not valid JSON.');
  }
}

/** Checks of our own have a sentence as their message; the standard ones get one here. */
function sentenceFor(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'The request body is not valid.';
  const field = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') return `Unknown field: ${[...issue.path, issue.keys[0]].join('.')}.`;
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? `${field} is required.` : `${field} must be ${withArticle(issue.expected)}.`;
  }
  return issue.code === 'custom' ? issue.message : `${field} is not valid.`;
}

const withArticle = (type: string): string => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
