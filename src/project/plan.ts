/** The plan of a push: what would happen to each record, and why. */
import { usage } from '../errors.ts';
import { formatList } from '../text/list.ts';
import type { FieldState } from './compare.ts';
import type { Content } from './content.ts';
import { contentDiff } from './diff.ts';
import { type Action, type Choices, judge, namesOf } from './judge.ts';
import type { Found, Kind, Read } from './kinds/kind.ts';
import { addressOf } from './kinds/kinds.ts';
import type { Pair } from './pair.ts';
import { referencesIn } from './references.ts';
import type { Survey } from './survey.ts';
import type { Local } from './tree.ts';

export interface Change {
  readonly address: string;
  readonly kind: Kind;
  readonly key: string;
  readonly name: string;
  readonly action: Action;
  readonly reason?: string | undefined;
  /** The fields that differ; of a creation, all. */
  readonly fields: ReadonlyMap<string, FieldState>;
  readonly pair: Pair | undefined;
  readonly local: Local | undefined;
  /** With IDs. */
  readonly wanted: Content;
  /** As it is in the account; undefined where it was not read. */
  readonly remote: Content | undefined;
  /** The diff from the account to the files, with keys; empty for a creation. */
  readonly diff: readonly string[];
}

const isRead = (found: Found | undefined): found is Read => found?.content !== undefined;

/** The fields that a push would write. */
export const localFields = ({ fields }: Pick<Change, 'fields'>): readonly string[] => namesOf(fields, 'local');

export const remoteFields = ({ fields }: Pick<Change, 'fields'>): readonly string[] => namesOf(fields, 'remote');

export async function planChanges(survey: Survey, choices: Choices): Promise<readonly Change[]> {
  requireKnown(survey, choices);
  const changes = await Promise.all(survey.pairs.map((pair) => changeOf(pair, survey, choices)));
  const untracked = survey.untracked.map(
    ({ kind, found }): Change => ({
      address: `${kind.name}:${found.id}`,
      kind,
      key: found.id,
      name: found.name,
      action: 'orphan',
      fields: new Map(),
      pair: undefined,
      local: undefined,
      wanted: {},
      remote: undefined,
      diff: [],
    }),
  );
  return inOrder([...changes, ...untracked]);
}

/** Throws a `usage` failure for a choice about a key that the project does not have. */
export function requireKnown({ pairs }: Survey, { ours, theirs }: Choices): void {
  const known = new Set(pairs.map(({ address }) => address));
  const unknown = [...ours, ...theirs].find((address) => !known.has(address));
  if (unknown !== undefined)
    throw usage(`There is no ${JSON.stringify(unknown)} in the project.`, 'Example: theme:brand');
}

export async function changeOf(pair: Pair, survey: Survey, choices: Choices): Promise<Change> {
  const { kind, key, address, local, found } = pair;
  const wanted = local === undefined ? {} : survey.references.localContent(local);
  const remote = isRead(found) ? survey.references.remoteContent(kind, found) : undefined;
  const judgment = judge(pair, wanted, remote, choices);
  // Of a creation, the files are all there is to see.
  const shown = judgment.action === 'create' ? [] : namesOf(judgment.fields, 'local', 'conflict');
  const before = survey.references.withKeys(kind, remote ?? {});
  const diff = shown.length === 0 ? [] : await contentDiff(kind, before, local?.content ?? {}, shown);
  const name = String(local?.content['name'] ?? found?.name ?? key);
  return { ...judgment, address, kind, key, name, pair, local, wanted, remote, diff };
}

/** Records after those that they refer to. The order of kinds is right for all but filters. */
function inOrder(changes: readonly Change[]): readonly Change[] {
  const byAddress = new Map(changes.map((change) => [change.address, change]));
  const sorted = new Set<Change>();
  const visit = (change: Change, above: readonly Change[]): void => {
    if (sorted.has(change)) return;
    if (above.includes(change)) {
      throw usage(
        `${above.map(({ address }) => address).join(', ')} refer to each other.`,
        'Remove one of the references.',
      );
    }
    for (const reference of referencesOf(change)) {
      const needed = byAddress.get(reference);
      if (needed !== undefined && needed.action === 'create') visit(needed, [...above, change]);
    }
    sorted.add(change);
  };
  for (const change of changes) visit(change, []);
  return [...sorted];
}

export function referencesOf({ local, kind, key }: Change): ReadonlySet<string> {
  const references = referencesIn(local?.content ?? {}, kind.fields);
  if (kind.partOf === undefined) return references;
  return new Set([...references, addressOf(kind.partOf, key.slice(0, key.indexOf('/')))]);
}

/** References to what neither the project nor the lock has. Throws a `usage` failure that names them. */
export function requireReferences(changes: readonly Change[], isKnown: (address: string) => boolean): void {
  const lines = changes.flatMap((change) =>
    [...referencesOf(change)]
      .filter((reference) => !isKnown(reference))
      .map((reference) => `${change.address}: ${reference}`),
  );
  if (lines.length === 0) return;
  const renamed = changes.flatMap(({ address, pair }) =>
    pair?.renamedFrom !== undefined && lines.some((line) => line.endsWith(`: ${pair.renamedFrom}`))
      ? [`${pair.renamedFrom} is ${address} now`]
      : [],
  );
  throw usage(
    `The files refer to records that do not exist: ${formatList(lines, { separator: '; ' })}.`,
    renamed.length > 0 ? `Correct the files: ${formatList(renamed)}.` : 'Run `loopsctl pull`, or correct the files.',
  );
}

/** The requests of a push, if nobody else changes anything. */
export const requestsOf = (changes: readonly Change[]): number =>
  changes.reduce((sum, change) => {
    const { kind, action, wanted, pair } = change;
    if (action === 'create') return sum + kind.requests('create', wanted, undefined);
    return action === 'update' ? sum + kind.requests(localFields(change), wanted, pair?.found) : sum;
  }, 0);

/** How long a push takes within the rate limits, in seconds. */
export const secondsOf = (requests: number): number => Math.max(0, Math.ceil(requests / PER_MINUTE) - 1) * 60;

const PER_MINUTE = 60;
