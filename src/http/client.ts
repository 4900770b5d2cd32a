/** The one executor of operations: input to request to answer to value, and lists page by page. */
import { firstPage, type ListInput } from '../define/command.ts';
import {
  type InputOf,
  type ItemOf,
  type ListOperation,
  type Operation,
  type OutputOf,
  type Page,
  requestOf,
} from '../define/operation.ts';
import { Failure } from '../errors.ts';
import { type Difference, differences, readAnswer } from './answers.ts';
import type { Transport } from './transport.ts';

export interface Client {
  call<O extends Operation>(operation: O, input: InputOf<O>): Promise<OutputOf<O>>;
  list<O extends ListOperation>(operation: O, input: ListInput): AsyncIterable<readonly ItemOf<O>[]>;
  close(): Promise<void>;
}

export interface ClientOptions {
  /** A difference from the contract is an error. */
  readonly strict: boolean;
  /** Told of each kind of difference once. */
  readonly warn: (message: string) => void;
}

export function createClient(transport: Transport, { strict, warn }: ClientOptions): Client {
  const warned = new Set<string>();

  /** Lets details pass with a warning, because a tool must not hide data when the service changes; a shape must fit. */
  function check(operation: Operation, path: string, value: unknown): void {
    const found = differences(operation.output, value);
    const [first] = found;
    if (first === undefined) return;
    const request = `${operation.route.split(' ')[0]} ${path}`;
    const detail = describeDifferences(first, found.length);
    if (found.some((difference) => isUnusable(operation, difference))) {
      throw new Failure('unexpected_response', `The answer does not have the expected shape: ${detail}.`, {
        request,
        hint: 'Check that the base URL is that of the service, and that loopsctl is up to date.',
      });
    }
    if (strict) {
      throw new Failure('unexpected_response', `The answer differs from the contract: ${detail}.`, {
        request,
        hint: 'Leave --strict out to see it all the same.',
      });
    }
    if (!warned.has(operation.route)) {
      warned.add(operation.route);
      warn(`The answer of ${operation.route} differs from the contract (shown as it is): ${detail}.`);
    }
  }

  async function call<O extends Operation>(operation: O, input: InputOf<O>): Promise<OutputOf<O>> {
    const request = requestOf(operation, input as Record<string, unknown>);
    const value = readAnswer(request, await transport.exchange(request));
    check(operation, request.path, value);
    return value as OutputOf<O>;
  }

  async function* list<O extends ListOperation>(operation: O, input: ListInput): AsyncIterable<readonly ItemOf<O>[]> {
    const page = firstPage(input);
    let { cursor } = page as { cursor?: string };
    let left = input.limit ?? Number.POSITIVE_INFINITY;
    const seen = new Set<string>();
    do {
      const { pagination, data } = (await call(operation, {
        perPage: page.perPage,
        ...(cursor === undefined ? {} : { cursor }),
      } as InputOf<O>)) as Page<ItemOf<O>>;
      yield data.slice(0, left);
      left -= data.length;
      cursor = pagination.nextCursor ?? undefined;
      if (cursor !== undefined && left > 0) {
        if (seen.has(cursor)) {
          throw new Failure(
            'unexpected_response',
            'The service gave the same page cursor twice: the list has no end.',
            {
              request: operation.route,
            },
          );
        }
        seen.add(cursor);
      }
    } while (cursor !== undefined && left > 0);
  }

  return { call, list, close: () => transport.close() };
}

/** The value as a whole, the items of a list, or the cursor are what a command cannot do without. */
function isUnusable(operation: Operation, { path }: Difference): boolean {
  if (path.length === 0) return true;
  if (!('item' in operation)) return false;
  const [head, second] = path;
  return (
    (head === 'data' && path.length <= 2) ||
    (head === 'pagination' && (second === undefined || second === 'nextCursor'))
  );
}

const describeDifferences = ({ path, message }: Difference, count: number): string =>
  `${path.length === 0 ? '' : `${path.join('.')}: `}${message}${count > 1 ? ` (and ${count - 1} more)` : ''}`;
