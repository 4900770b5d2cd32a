/** Tokens that confirm one planned change, once, for five minutes, and only while the plan and the record are the same. */
import { randomBytes } from 'node:crypto';
import { Failure } from '../../../errors.ts';

const LIFETIME_MS = 5 * 60_000;
const MOST = 100;

export interface Confirmations {
  /** A token for what `key` identifies, in this state. */
  add(key: string, state: string): string;
  /** Ends the token. Throws an `interrupted` failure unless it was for the same, which has not changed since. */
  use(token: string, key: string, state: string): void;
}

interface Pending {
  readonly key: string;
  readonly state: string;
  readonly expires: number;
}

export function createConfirmations(now: () => Date): Confirmations {
  const pending = new Map<string, Pending>();
  return {
    add(key, state) {
      const [oldest] = pending.keys();
      if (pending.size >= MOST && oldest !== undefined) pending.delete(oldest);
      const token = randomBytes(16).toString('hex');
      pending.set(token, { key, state, expires: now().getTime() + LIFETIME_MS });
      return token;
    },
    use(token, key, state) {
      const found = pending.get(token);
      pending.delete(token);
      const refuse = (reason: string) =>
        new Failure('interrupted', `${reason} Nothing was changed.`, {
          hint: 'Call the tool without a token for a new plan.',
        });
      if (found === undefined) throw refuse('The token is unknown or was used.');
      if (found.key !== key) throw refuse('The token belongs to another command or input.');
      if (found.expires <= now().getTime()) throw refuse('The token has expired.');
      if (found.state !== state) throw refuse('The plan or the record has changed since the token was made.');
    },
  };
}
