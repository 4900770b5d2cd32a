/** Pulls one record: its files and its entry in the lock. */
import type { Failure } from '../errors.ts';
import type { Content } from './content.ts';
import type { Found, Kind, Read } from './kinds/kind.ts';
import { addressOf } from './kinds/kinds.ts';
import { type Agreement, agreedEntry } from './lock-file.ts';
import type { Project } from './open-project.ts';
import { type Change, remoteFields } from './plan.ts';
import type { Survey } from './survey.ts';
import { recordFiles } from './write-files.ts';

export interface Pulled {
  readonly address: string;
  readonly name: string;
  readonly action: 'created' | 'updated' | 'conflict' | 'unread';
  readonly fields: readonly string[];
  readonly reason?: string | undefined;
  readonly diff?: readonly string[];
  readonly failure?: Failure | undefined;
}

export interface Target {
  readonly kind: Kind;
  readonly key: string;
  readonly found: Found;
  readonly failure?: Failure | undefined;
}

type Noted = Omit<Agreement, 'id' | 'revision' | 'nodes'> & { readonly found: Found };

const EDITED = 'Somebody edited one of its files in the meantime, so it was not written. Run the command again.';

export function pullOf({ directory, tree, lockFile }: Project, survey: Survey) {
  const { references } = survey;
  const files = recordFiles(directory, tree);

  /** In the lock, which is not saved yet. */
  function note(address: string, { found, ...agreement }: Noted): void {
    const { id, revision } = found;
    lockFile.set(address, agreedEntry({ ...agreement, id, revision, nodes: references.nodeIds(agreement.remote) }));
  }

  async function record({ kind, key, found, failure }: Target): Promise<Pulled | undefined> {
    const address = addressOf(kind.name, key);
    const { name } = found;
    if (found.content === undefined) return { address, name, action: 'unread', fields: [], failure };
    if (isUnwritten(kind, found)) return undefined;
    const remote = references.remoteContent(kind, found as Read);
    const fields = Object.keys(remote);
    const written = references.withKeys(kind, remote);
    if (!(await files.write(kind, key, written, fields))) {
      return { address, name, action: 'conflict', fields: [], reason: EDITED };
    }
    const local = references.localContent({ kind, key, address, content: written });
    note(address, { kind, found, local, remote, base: undefined, stateOf: () => 'agreed' });
    return { address, name, action: 'created', fields };
  }

  async function change(changed: Change): Promise<Pulled | undefined> {
    const { kind, key, address, name, pair, local, reason, diff } = changed;
    const { found, failure, renamedFrom } = pair ?? {};
    if (pair === undefined) return undefined;
    if (failure !== undefined) return { address, name, action: 'unread', fields: [], failure };
    if (found === undefined) {
      const isNew = local === undefined || changed.action === 'create';
      return isNew ? undefined : { address, name, action: 'conflict', fields: [], reason };
    }
    // The API has no way to download an image, and nobody can change what was sent.
    if (local === undefined) return kind.name === 'image' || found.isDone ? undefined : record({ kind, key, found });
    const fields = remoteFields(changed);
    if (changed.remote === undefined) {
      if (renamedFrom !== undefined) lockFile.remove(renamedFrom);
      if (renamedFrom !== undefined && pair.base !== undefined) lockFile.set(address, pair.base);
      return undefined;
    }
    const remote = changed.remote;
    const content = fields.length > 0 ? merged(survey, changed, fields) : local.content;
    if (fields.length > 0 && !(await files.write(kind, key, content, fields))) {
      return { address, name, action: 'conflict', fields: [...fields], reason: EDITED };
    }
    if (renamedFrom !== undefined) lockFile.remove(renamedFrom);
    const isAgreed = (field: string): boolean => ['remote', 'same', undefined].includes(changed.fields.get(field));
    const isKept = (field: string): boolean => changed.fields.get(field) === 'local';
    note(address, {
      kind,
      found,
      url: pair.base?.url,
      local: references.localContent({ ...local, content }),
      remote,
      base: pair.base?.pending ? undefined : pair.base,
      stateOf: (field) => (isAgreed(field) ? 'agreed' : isKept(field) ? 'only-remote' : 'unchanged'),
    });
    if (changed.action === 'conflict')
      return { address, name, action: 'conflict', fields: [...changed.fields.keys()], reason, diff };
    return fields.length === 0 ? undefined : { address, name, action: 'updated', fields };
  }

  return { files, record, change };
}

/** An email of a workflow that has only what the API has filled in. */
const isUnwritten = (kind: Kind, found: Found): boolean =>
  kind.partOf !== undefined && Object.keys(found.content ?? {}).every((field) => kind.fieldsAtFirst?.includes(field));

/** The files with the fields that only the account has changed. */
function merged(survey: Survey, { kind, local, remote }: Change, fields: readonly string[]): Content {
  const theirs = survey.references.withKeys(kind, remote ?? {});
  const content: Record<string, unknown> = { ...local?.content };
  for (const field of fields) content[field] = theirs[field];
  return content;
}
