/** Looks for the record of a creation whose response was lost: sending the request again could create a twin. */
import type { Context } from '../define/command.ts';
import { valueAt } from '../define/json.ts';
import type { ListOperation } from '../define/operation.ts';
import { Failure } from '../errors.ts';

interface Creation<Created> {
  /** `campaign` */
  readonly noun: string;
  readonly name: string;
  readonly list: ListOperation;
  create(): Promise<Created>;
}

/** The new record. After a lost response, the hint of the failure names the records that have the name. */
export async function createOnce<Created>(context: Context, creation: Creation<Created>): Promise<Created> {
  try {
    return await creation.create();
  } catch (error) {
    if (!(error instanceof Failure) || !error.mayBeDone || error.code === 'interrupted') throw error;
    const ids = await idsNamed(context, creation).catch(() => undefined);
    throw ids === undefined ? error : error.withHint(hintFor(ids, creation));
  }
}

async function idsNamed(context: Context, { list, name }: Creation<unknown>): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const page of context.list(list, {})) {
    for (const item of page) {
      const id = valueAt(item, 'id');
      if (valueAt(item, 'name') === name && typeof id === 'string') ids.push(id);
    }
  }
  return ids;
}

function hintFor(ids: readonly string[], { noun, name }: Creation<unknown>): string {
  const quoted = JSON.stringify(name);
  if (ids.length === 0) return `No ${noun} is named ${quoted} so far. List them again before you retry.`;
  const found = ids.length === 1 ? `A ${noun} named ${quoted} exists` : `${ids.length} ${noun}s named ${quoted} exist`;
  return `${found}: ${ids.join(', ')}. It may be the new one, so don't create another.`;
}
