/** Pulls the account into files: new records and fields that only the account has changed. Never loses a change of a file. */
import type { Failure } from '../errors.ts';
import type { Content } from './content.ts';
import { keyIdentity, newKey } from './keys.ts';
import type { Found, Kind, Read } from './kinds/kind.ts';
import { addressOf, KINDS } from './kinds/kinds.ts';
import type { LockEntry } from './lock.ts';
import { agreedEntry, type LockFile } from './lock-file.ts';
import type { Project } from './open-project.ts';
import { type Change, remoteFields } from './plan.ts';
import type { Survey } from './survey.ts';
import { writeRecord } from './write-files.ts';

export interface Pulled {
  readonly address: string;
  readonly name: string;
  readonly action: 'created' | 'updated' | 'conflict' | 'unread';
  readonly fields: readonly string[];
  readonly reason?: string | undefined;
  readonly diff?: readonly string[];
  readonly failure?: Failure | undefined;
}

/** Keys for records that have none, the oldest first, so that the same account always gets the same keys. */
function assignKeys({ tree, lock }: Project, survey: Survey): readonly Target[] {
  const taken = new Map(KINDS.map(({ name }): [string, Set<string>] => [name, new Set()]));
  for (const address of [...tree.locals.keys(), ...Object.keys(lock.entries)]) {
    const [, kind = '', key = ''] = /^([^:]*):(.*)$/s.exec(address) ?? [];
    taken.get(kind)?.add(keyIdentity(key));
  }
  // One of them belongs to files: which one is for a person to say.
  const undecided = new Set(survey.pairs.flatMap(({ twins = [] }) => twins));
  const fresh = survey.untracked.filter(({ found }) => !undecided.has(found));
  const { references } = survey;
  // Emails of workflows come last: they get the keys of their nodes.
  const whole = fresh.filter(({ kind }) => kind.partOf === undefined).reverse();
  return [...whole, ...fresh.filter(({ kind }) => kind.partOf !== undefined)].flatMap(({ kind, found, failure }) => {
    if (kind.partOf !== undefined) {
      const key = references.partKey(found);
      return key === undefined ? [] : { kind, found, key, failure };
    }
    const key = newKey(found.name, kind.name, taken.get(kind.name) ?? new Set());
    references.assign(kind, key, found.id);
    if (kind.name === 'workflow' && failure === undefined) references.nameNodes(key, found, undefined, undefined);
    return { kind, found, key, failure };
  });
}

interface Target {
  readonly kind: Kind;
  readonly key: string;
  readonly found: Found;
  readonly failure?: Failure | undefined;
}

export async function pullChanges(
  project: Project,
  survey: Survey,
  changes: readonly Change[],
): Promise<readonly Pulled[]> {
  const fresh = assignKeys(project, survey);
  const pulled: Pulled[] = [];
  for (const target of fresh) if (!isUnwritten(target)) pulled.push(await pullNew(target));
  for (const change of changes) {
    const result = await pullChange(change);
    if (result !== undefined) pulled.push(result);
  }
  await project.lockFile.save();
  return pulled;

  async function pullNew({ kind, key, found, failure }: Target): Promise<Pulled> {
    const address = addressOf(kind.name, key);
    const { name } = found;
    if (found.content === undefined) return { address, name, action: 'unread', fields: [], failure };
    const remote = survey.references.remoteContent(kind, found as Read);
    const fields = Object.keys(remote);
    const written = survey.references.withKeys(kind, remote);
    await writeRecord(project.directory, kind, key, written, fields);
    const local = survey.references.localContent({ kind, key, address, content: written });
    const nodes = survey.references.nodeIds(remote);
    agree(project.lockFile, { kind, address, found, local, remote, nodes });
    return { address, name, action: 'created', fields };
  }

  async function pullChange(change: Change): Promise<Pulled | undefined> {
    const { kind, key, address, name, pair, local, reason, diff } = change;
    const { found, failure, renamedFrom } = pair ?? {};
    if (pair === undefined) return undefined;
    if (failure !== undefined) return { address, name, action: 'unread', fields: [], failure };
    if (found === undefined) {
      const isNew = local === undefined || change.action === 'create';
      return isNew ? undefined : { address, name, action: 'conflict', fields: [], reason };
    }
    // The API has no way to download an image.
    if (local === undefined) return kind.name === 'image' ? undefined : pullNew({ kind, key, found });
    if (renamedFrom !== undefined) project.lockFile.remove(renamedFrom);
    const fields = remoteFields(change);
    if (change.remote === undefined) {
      if (renamedFrom !== undefined && pair.base !== undefined) project.lockFile.set(address, pair.base);
      return undefined;
    }
    const remote = change.remote;
    if (fields.length > 0) await writeRecord(project.directory, kind, key, merged(survey, change, fields), fields);
    const localNow = survey.references.localContent({
      ...local,
      content: fields.length > 0 ? merged(survey, change, fields) : local.content,
    });
    const isAgreed = (field: string): boolean => ['remote', 'same', undefined].includes(change.fields.get(field));
    const isKept = (field: string): boolean => change.fields.get(field) === 'local';
    project.lockFile.set(
      address,
      agreedEntry({
        kind,
        id: found.id,
        revision: found.revision,
        url: pair.base?.url,
        nodes: survey.references.nodeIds(remote),
        local: localNow,
        remote,
        base: pair.base?.pending ? undefined : pair.base,
        stateOf: (field) => (isAgreed(field) ? 'agreed' : isKept(field) ? 'only-remote' : 'unchanged'),
      }),
    );
    if (change.action === 'conflict')
      return { address, name, action: 'conflict', fields: [...change.fields.keys()], reason, diff };
    return fields.length === 0 ? undefined : { address, name, action: 'updated', fields };
  }
}

/** An email of a workflow that has only what the API has filled in. */
const isUnwritten = ({ kind, found, failure }: Target): boolean =>
  kind.partOf !== undefined &&
  failure === undefined &&
  Object.keys(found.content ?? {}).every((field) => kind.fieldsAtFirst?.includes(field));

/** The files with the fields that only the account has changed. */
function merged(survey: Survey, { kind, local, remote }: Change, fields: readonly string[]): Content {
  const theirs = survey.references.withKeys(kind, remote ?? {});
  const content: Record<string, unknown> = { ...local?.content };
  for (const field of fields) content[field] = theirs[field];
  return content;
}

interface Agreed {
  readonly kind: Kind;
  readonly address: string;
  readonly found: Found;
  readonly local: Content;
  readonly remote: Content;
  readonly nodes: LockEntry['nodes'];
}

/** Both sides have the same content in every field. */
const agree = (lockFile: LockFile, { kind, address, found, local, remote, nodes }: Agreed): void =>
  lockFile.set(
    address,
    agreedEntry({
      kind,
      id: found.id,
      revision: found.revision,
      nodes,
      local,
      remote,
      base: undefined,
      stateOf: () => 'agreed',
    }),
  );
