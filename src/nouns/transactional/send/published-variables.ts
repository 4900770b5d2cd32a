/** What an email needs to be sent: read from its published content, or from its record where the content can't be read. */
import type { Context } from '../../../define/command.ts';
import { Failure } from '../../../errors.ts';
import { getMessage } from '../../messages/operations.ts';
import { variablesOf } from '../../messages/vars/list.ts';
import type { Transactional } from '../operations.ts';

export interface WantedVariables {
  readonly required: readonly string[];
  readonly known: readonly string[];
  /** The arrays of array blocks. */
  readonly lists: readonly string[];
  /** Whether the content was read. A record omits variables that are used only in conditions. */
  readonly isComplete: boolean;
}

/** The content is MJML, cannot be expressed as LMX, or this API key may not read it. */
const UNREADABLE = ['conflict', 'area_disabled', 'rejected'];

/** Rejects with a `Failure` where neither can be read. */
export async function wantedVariables(
  context: Context,
  { dataVariables, publishedEmailMessageId }: Pick<Transactional, 'dataVariables' | 'publishedEmailMessageId'>,
): Promise<WantedVariables> {
  const fromRecord = { required: dataVariables, known: dataVariables, lists: [], isComplete: false };
  if (publishedEmailMessageId === null) return fromRecord;
  try {
    const message = await context.call(getMessage, { emailMessageId: publishedEmailMessageId });
    if (typeof message.lmx !== 'string') return fromRecord;
    const used = variablesOf({ source: message.id, lmx: message.lmx, message }).filter(
      (one) => one.namespace === 'data',
    );
    const names = used.map(({ name }) => name);
    const needless = used.filter(({ fallback }) => fallback !== null).map(({ name }) => name);
    const needed = [...dataVariables, ...used.filter(({ required }) => required).map(({ name }) => name)];
    return {
      required: [...new Set(needed)].filter((name) => !needless.includes(name)),
      known: [...new Set([...names, ...dataVariables])],
      lists: used.filter(({ kind }) => kind === 'array').map(({ name }) => name),
      isComplete: true,
    };
  } catch (error) {
    if (error instanceof Failure && UNREADABLE.includes(error.code)) return fromRecord;
    throw error;
  }
}
