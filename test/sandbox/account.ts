/** Accounts for tests: the seeded one at a fixed time, and a store in memory. */

import type { Group } from '../../src/nouns/groups/operations.ts';
import type { Segment } from '../../src/nouns/segments/operations.ts';
import type { Theme } from '../../src/nouns/themes/operations.ts';
import type { Account } from '../../src/sandbox/account.ts';
import { completeAccount } from '../../src/sandbox/account.ts';
import { sections } from '../../src/sandbox/nouns/index.ts';
import type { Email } from '../../src/sandbox/nouns/transactional.seed.ts';
import type { SavedWorkflow } from '../../src/sandbox/nouns/workflows/graph.ts';
import type { Store } from '../../src/sandbox/store.ts';

/** The clock of the tests. The counters of the seeded account have not grown yet. */
export const SEEDED_AT = new Date('2026-11-20T12:00:00.000Z');

/** The sections of the account, with the types of their items. */
export type TestAccount = Account & {
  teamName: string;
  transactionalEmails: Email[];
  transactionalGroups: Group[];
  campaignGroups: Group[];
  workflows: SavedWorkflow[];
  themes: Theme[];
  audienceSegments: Segment[];
  dedicatedSendingIps: string[];
};

/** Seeding takes as long as several runs, so each account is a copy. */
const seeded = new Map<number, string>();

export function seedAccount(now = SEEDED_AT): TestAccount {
  const at = now.getTime();
  const text = seeded.get(at) ?? JSON.stringify(completeAccount({}, sections, at));
  seeded.set(at, text);
  return JSON.parse(text) as TestAccount;
}

/** An account that ends with the process. Does not change the account it is given. Only the sections that a change uses are copied. */
export function memoryStore(account: Account): Store {
  let current = account;
  return {
    read: async () => current,
    update: async (change) => {
      const copies: Account = {};
      const next = new Proxy(current, {
        get: (before, name: string) => (copies[name] ??= structuredClone(before[name])),
        set: (_, name: string, value) => Reflect.set(copies, name, value),
      });
      const result = change(next);
      current = { ...current, ...copies };
      return result;
    },
  };
}

/** The same without copies, for thousands of writes. A change that throws halfway leaves a trace. */
export function liveStore(account: Account): Store {
  return { read: async () => account, update: async (change) => change(account) };
}
