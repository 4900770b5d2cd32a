/** Idempotency keys: the API accepts each once in 24 hours. */
import { createHash } from 'node:crypto';
import { type Account, section } from './account.ts';
import { type Call, Refusal } from './handler.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;
const LONGEST = 100;

interface UsedKey {
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly bodyHash: string;
}

export const idempotencySection = section('idempotencyKeys', (): Record<string, UsedKey> => ({}), isObject);

function isObject(saved: unknown): boolean {
  return typeof saved === 'object' && saved !== null && !Array.isArray(saved);
}

/**
 * Uses up the key of a call, if it has one. Call it inside the `Store.update` that accepts the request, so that a refused request does
 * not use its key. Throws a 409 `Refusal` for a key that was used.
 */
export function useKey(account: Account, { header, body, service }: Call): string | undefined {
  const key = header('idempotency-key');
  if (key === undefined) return undefined;
  if (key === '' || key.length > LONGEST) {
    throw new Refusal(400, `The idempotency key must have 1 to ${LONGEST} characters.`);
  }
  const used = idempotencySection.of(account);
  const now = service.now();
  for (const [name, { at }] of Object.entries(used)) if (now - at >= KEPT_MS) delete used[name];
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const before = Object.hasOwn(used, key) ? used[key] : undefined;
  if (before !== undefined) {
    const different = before.bodyHash === bodyHash ? '' : ' with a different request body';
    throw new Refusal(409, `Idempotency key already used${different}.`);
  }
  used[key] = { key, at: now, bodyHash };
  return key;
}
