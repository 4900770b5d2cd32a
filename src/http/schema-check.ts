/** Compares responses with the API schema: details may differ, with a warning, but the shape must fit. */
import type * as z from 'zod';
import type { Operation } from '../define/operation.ts';
import { requiredFields } from '../define/schema.ts';
import { Failure } from '../errors.ts';

interface Difference {
  readonly path: readonly string[];
  readonly message: string;
}

export const differences = (schema: z.ZodType, value: unknown): readonly Difference[] =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => ({ path: path.map(String), message }));

/** Warns of the first difference of each operation; with `strict`, or where the value is unusable, it throws instead. */
export function createSchemaCheck(options: {
  readonly strict: boolean;
  /** Called with a sentence about the first difference of each operation. */
  readonly onDifference: (message: string) => void;
}): (operation: Operation, path: string, value: unknown) => void {
  const warned = new Set<string>();
  return (operation, path, value) => {
    const found = differences(operation.output, value);
    const [first] = found;
    if (first === undefined) return;
    const request = `${operation.route.split(' ')[0]} ${path}`;
    const detail = describe(first, found.length);
    if (found.some((difference) => isUnusable(operation, difference)) || hasNothing(operation.output, found)) {
      throw new Failure('unexpected_response', `The API response does not have the expected shape: ${detail}.`, {
        request,
        hint: 'Check that the base URL belongs to the Loops API, and that loopsctl is up to date.',
      });
    }
    if (options.strict) {
      throw new Failure('unexpected_response', `The API response does not match the API schema: ${detail}.`, {
        request,
        hint: 'Omit --strict to ignore this.',
      });
    }
    if (!warned.has(operation.route)) {
      warned.add(operation.route);
      options.onDifference(
        `The response of ${operation.route} does not match the API schema (shown as is): ${detail}.`,
      );
    }
  };
}

/** Commands need the value as a whole, the items of a list, and the cursor. */
function isUnusable(operation: Operation, { path }: Difference): boolean {
  if (path.length === 0) return true;
  if (!('item' in operation)) return false;
  const [head, second] = path;
  return (
    (head === 'data' && path.length <= 2) ||
    (head === 'pagination' && (second === undefined || second === 'nextCursor'))
  );
}

/** Whether every required field is missing or wrong: then it is the response of something else. */
function hasNothing(schema: z.ZodType, found: readonly Difference[]): boolean {
  const wrong = new Set(found.filter(({ path }) => path.length === 1).map(({ path }) => path[0]));
  const required = requiredFields(schema);
  return required.length > 0 && required.every((name) => wrong.has(name));
}

const describe = ({ path, message }: Difference, count: number): string =>
  `${path.length === 0 ? '' : `${path.join('.')}: `}${message}${count > 1 ? ` (and ${count - 1} more)` : ''}`;
