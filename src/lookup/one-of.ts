/** A name that may be that of records of several types: `campaign:c123` in place of it. */
import type { Reference } from '../define/field.ts';
import { Failure, usage } from '../errors.ts';
import { matchName, type Named } from './match.ts';
import type { Names } from './names.ts';

interface Found extends Named {
  /** The key of the type, which is also its flag. */
  readonly kind: string;
  /** The words for the type. */
  readonly type: string;
}

type Kinds = NonNullable<Reference['kinds']>;

/** The names of a feature that the team does not have are no names. */
async function recordsOf(list: string, names: Names): Promise<readonly Named[]> {
  try {
    return await names.of(list);
  } catch (error) {
    if (error instanceof Failure && error.code === 'area_disabled') return [];
    throw error;
  }
}

async function recordsOfAll(kinds: Kinds, names: Names): Promise<readonly Found[]> {
  const found = await Promise.all(
    Object.entries(kinds).map(async ([kind, { name: type, list }]) =>
      list === undefined ? [] : (await recordsOf(list, names)).map(({ id, name }) => ({ id, name, kind, type })),
    ),
  );
  return found.flat();
}

/** Rejects with `usage` where several records have the name, and with `not_found` where none has. */
export async function findOneOf(name: string, kinds: Kinds, names: Names): Promise<Found> {
  const stale = Object.values(kinds).flatMap(({ list }) => (list !== undefined && names.isCached(list) ? list : []));
  let match = matchName(name, await recordsOfAll(kinds, names));
  if (match.type === 'none' && stale.length > 0) {
    for (const list of stale) await names.drop(list);
    match = matchName(name, await recordsOfAll(kinds, names));
  }
  const types = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(
    Object.values(kinds).map((reference) => reference.name),
  );
  switch (match.type) {
    case 'one':
      return match.record;
    case 'several':
      throw usage(
        `${match.records.length} records are named ${JSON.stringify(name)}.`,
        `Pass one of ${match.records.map(({ kind, id }) => `--${kind} ${id}`).join(', ')}.`,
      );
    case 'none':
      throw new Failure('not_found', `No ${types} is named ${JSON.stringify(name)}.`, {
        hint:
          match.nearest.length === 0
            ? 'Pass a file, or the ID of an email message.'
            : `Did you mean ${match.nearest.map((near) => `${JSON.stringify(near.name)} (--${near.kind} ${near.id})`).join(', ')}?`,
      });
  }
}
