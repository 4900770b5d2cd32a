/** A world whose contacts can be compared, for tests of `contacts import`. */
import { isRecord } from '../../../../src/define/json.ts';
import type { Contact } from '../../../../src/nouns/contacts/operations.ts';
import { contactSection } from '../../../../src/sandbox/contact-book.ts';
import type { SandboxOptions } from '../../../../src/sandbox/server.ts';
import { liveStore, seedAccount } from '../../../sandbox/account.ts';
import { createWorld, type World } from '../../../world.ts';

export interface ImportWorld extends World {
  /** All contacts by email address, without IDs, which depend on the order of requests. */
  contacts(): Readonly<Record<string, Contact>>;
}

export async function importWorld(options: Partial<SandboxOptions> = {}): Promise<ImportWorld> {
  const account = seedAccount();
  const world = await createWorld({ account, sandbox: { store: liveStore(account), ...options } });
  return {
    ...world,
    contacts: () =>
      Object.fromEntries(
        Object.values(contactSection.of(account).contacts).map(({ contact: { id: _, ...contact } }) => [
          contact.email,
          contact,
        ]),
      ),
  };
}

/** A CSV file of contacts that do not exist. */
export const csvOf = (count: number): string =>
  [
    'email,firstName,seats,aiRotaBeta,trialEndsOn',
    ...Array.from({ length: count }, (_, i) => `person${i}@example.com,Person ${i},${i},${i % 2 === 0},2026-12-01`),
  ].join('\n');

/** The number of requests that were answered with a success. */
export const succeeded = (world: World, request: string): number =>
  world.requests.filter((line) => line.startsWith(request) && line.endsWith(' 200')).length;

export const jsonOf = (text: string): Record<string, unknown> => {
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) throw new Error('It is not an object.');
  return value;
};
