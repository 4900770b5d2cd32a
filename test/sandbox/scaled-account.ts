/** Accounts of any size, for tests of paging. */
import type { Group } from '../../src/nouns/groups/operations.ts';
import { seedId } from '../../src/sandbox/identifiers.ts';
import { UNSORTED } from '../../src/sandbox/nouns/groups.ts';
import type { Email } from '../../src/sandbox/nouns/transactional.seed.ts';
import { type Dates, datesOf } from '../../src/sandbox/seed-dates.ts';
import { seedAccount, type TestAccount } from './account.ts';

/** The number of items (default: those of the seed). */
export interface Sizes {
  readonly themes?: number;
  readonly transactionalEmails?: number;
  readonly segments?: number;
  /** Of both types; the oldest of each is `Unsorted`. */
  readonly groups?: number;
}

/** The values that differ in each copy of a seeded item. */
interface Identity extends Dates {
  readonly id: string;
  readonly name: string;
}

/** The seeded account with exactly these sizes. */
export function scaledAccount({ themes, transactionalEmails, segments, groups }: Sizes): TestAccount {
  const seed = seedAccount();
  const transactionalGroups = scaledGroups('transactional group', seed.transactionalGroups, groups);
  const groupIds = new Set<string | null | undefined>(transactionalGroups.map(({ id }) => id));
  const defaultGroupId = transactionalGroups.at(-1)?.id ?? null;
  return {
    ...seed,
    transactionalGroups,
    campaignGroups: scaledGroups('campaign group', seed.campaignGroups, groups),
    themes: scaled('theme', seed.themes, themes, (theme, identity, isOldest) => ({
      ...theme,
      ...identity,
      isDefault: isOldest,
    })),
    audienceSegments: scaled('segment', seed.audienceSegments, segments, (segment, identity) => ({
      ...segment,
      ...identity,
    })),
    transactionalEmails: scaled('email', seed.transactionalEmails, transactionalEmails, (email, identity) => ({
      ...email,
      record: { ...email.record, ...identity },
    })).map((email) => (groupIds.has(email.record.transactionalGroupId) ? email : regrouped(email, defaultGroupId))),
  };
}

const scaledGroups = (type: string, groups: Group[], count: number | undefined): Group[] =>
  scaled(type, groups, count, (group, identity, isOldest) => ({
    ...group,
    ...identity,
    name: isOldest ? UNSORTED : identity.name,
  }));

/** `count` items, each a copy of one of the originals in turn; without a count, the originals. */
function scaled<Item>(
  type: string,
  originals: Item[],
  count: number | undefined,
  copy: (original: Item, identity: Identity, isOldest: boolean) => Item,
): Item[] {
  if (count === undefined) return originals;
  return Array.from({ length: count }, (_, index) => originals[index % originals.length])
    .filter((original) => original !== undefined)
    .map((original, index) => {
      const name = `${type} ${count - index}`;
      return copy(original, { id: seedId('scaled', name), name, ...datesOf(name, index, count) }, index === count - 1);
    });
}

/** For an email whose group does not exist. */
const regrouped = (email: Email, transactionalGroupId: string | null): Email => ({
  ...email,
  record: { ...email.record, transactionalGroupId },
});
