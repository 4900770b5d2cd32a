/** Holds answers against the contract: details may differ and are warned of, the shape must fit. */
import type * as z from 'zod';
import type { Operation } from '../define/operation.ts';
import { requiredFields } from '../define/schema.ts';
import { Failure } from '../errors.ts';

interface Difference {
  readonly path: readonly string[];
  readonly message: string;
}

/** Where an answer differs from a schema; empty when it does not. */
export const differences = (schema: z.ZodType, value: unknown): readonly Difference[] =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => ({ path: path.map(String), message }));

/**
 * Makes the check of one run. It throws `unexpected_response` for an answer that cannot be used, and with `strict` for any
 * difference; otherwise it warns of the first difference of each operation, because a tool must not hide data when the
 * service changes.
 */
export function createContractCheck(options: {
  readonly strict: boolean;
  readonly warn: (message: string) => void;
}): (operation: Operation, path: string, value: unknown) => void {
  const warned = new Set<string>();
  return (operation, path, value) => {
    const found = differences(operation.output, value);
    const [first] = found;
    if (first === undefined) return;
    const request = `${operation.route.split(' ')[0]} ${path}`;
    const detail = describe(first, found.length);
    if (found.some((difference) => isUnusable(operation, difference)) || hasNothing(operation.output, found)) {
      throw new Failure('unexpected_response', `The answer does not have the expected shape: ${detail}.`, {
        request,
        hint: 'Check that the base URL is that of the service, and that loopsctl is up to date.',
      });
    }
    if (options.strict) {
      throw new Failure('unexpected_response', `The answer differs from the contract: ${detail}.`, {
        request,
        hint: 'Leave --strict out to see it all the same.',
      });
    }
    if (!warned.has(operation.route)) {
      warned.add(operation.route);
      options.warn(`The answer of ${operation.route} differs from the contract (shown as it is): ${detail}.`);
    }
  };
}

/** The value as a whole, the items of a list, and the cursor are what a command cannot do without. */
function isUnusable(operation: Operation, { path }: Difference): boolean {
  if (path.length === 0) return true;
  if (!('item' in operation)) return false;
  const [head, second] = path;
  return (
    (head === 'data' && path.length <= 2) ||
    (head === 'pagination' && (second === undefined || second === 'nextCursor'))
  );
}

/** Whether every field that must be there is missing or wrong: then it is the answer to some other question. */
function hasNothing(schema: z.ZodType, found: readonly Difference[]): boolean {
  const wrong = new Set(found.filter(({ path }) => path.length === 1).map(({ path }) => path[0]));
  const required = requiredFields(schema);
  return required.length > 0 && required.every((name) => wrong.has(name));
}

const describe = ({ path, message }: Difference, count: number): string =>
  `${path.length === 0 ? '' : `${path.join('.')}: `}${message}${count > 1 ? ` (and ${count - 1} more)` : ''}`;
