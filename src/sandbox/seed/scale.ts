/** Accounts of a chosen size, for tests of paging and for benchmarks. */
import { type Account, type Group, type TransactionalEmail, UNSORTED } from '../account.ts';
import { seedId } from '../identifiers.ts';
import { seedAccount } from './account.ts';
import { type Dates, datesOf } from './calendar.ts';

/** How many items of each; a collection that is not named stays the seed's. */
export interface Sizes {
  themes?: number;
  transactionalEmails?: number;
  segments?: number;
  /** Of both collections of groups; the oldest of each is `Unsorted`. */
  groups?: number;
}

/** What is different in each copy of an item of the seed. */
interface Identity extends Dates {
  id: string;
  name: string;
}

/** The seeded account with exactly the sizes given. */
export function scaledAccount({ themes, transactionalEmails, segments, groups }: Sizes): Account {
  const seed = seedAccount();
  const transactionalGroups = scaledGroups('transactional group', seed.transactionalGroups, groups);
  const groupIds = new Set<string | null>(transactionalGroups.map(({ id }) => id));
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

const scaledGroups = (kind: string, groups: Group[], count: number | undefined): Group[] =>
  scaled(kind, groups, count, (group, identity, isOldest) => ({
    ...group,
    ...identity,
    name: isOldest ? UNSORTED : identity.name,
  }));

/** `count` items, each made from one of the seed's in turn; without a count, the seed's themselves. */
function scaled<Item>(
  kind: string,
  originals: Item[],
  count: number | undefined,
  copy: (original: Item, identity: Identity, isOldest: boolean) => Item,
): Item[] {
  if (count === undefined) return originals;
  return Array.from({ length: count }, (_, index) => originals[index % originals.length])
    .filter((original) => original !== undefined)
    .map((original, index) => {
      const name = `${kind} ${count - index}`;
      return copy(original, { id: seedId('scaled', name), name, ...datesOf(name, index, count) }, index === count - 1);
    });
}

/** For an email whose own group is gone. */
const regrouped = (email: TransactionalEmail, transactionalGroupId: string | null): TransactionalEmail => ({
  ...email,
  record: { ...email.record, transactionalGroupId },
});
