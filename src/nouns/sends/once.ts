/** Sends a request that has an idempotency key: once, whatever happens to its response. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { isRecord } from '../../define/json.ts';
import type { InputOf, Operation } from '../../define/operation.ts';
import { Failure, usage } from '../../errors.ts';
import { journalFile, newKey, sendJournal, type Unfinished } from './journal.ts';
import { formatBegin, mayHaveExpired } from './key-age.ts';

/** The flags of commands that send once. */
export const onceFlags = {
  idempotencyKey: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('a key that the API accepts once in 24 hours')
    .meta({ placeholder: 'key' }),
  ifNew: z.boolean().default(false).describe('exit 0 if the key was already accepted (default: 5)'),
  sendAgain: z.boolean().default(false).describe('send despite an unknown result over 24 hours old'),
};

interface OnceOptions {
  readonly idempotencyKey?: string | undefined;
  readonly ifNew?: boolean;
  readonly sendAgain?: boolean;
}

type WithKey = { readonly idempotencyKey?: string | undefined };

/**
 * Resolves to whether an earlier request with the same key had been accepted. Where the result is unknown, the failure says so,
 * and the key stays in the journal for the next run that sends the same.
 */
export async function sendOnce<O extends Operation>(
  context: Context,
  operation: O,
  input: Omit<InputOf<O>, 'idempotencyKey'>,
  { idempotencyKey, ifNew = false, sendAgain = false }: OnceOptions,
): Promise<{ readonly alreadyAccepted: boolean }> {
  const call = (key: string | undefined) =>
    context.call(operation, { ...input, ...(key === undefined ? {} : { idempotencyKey: key }) } as InputOf<O> &
      WithKey);
  if (context.isDryRun) {
    await call(idempotencyKey);
    return { alreadyAccepted: false };
  }
  const journal = sendJournal(journalFile(context.directories), context.now);
  const content = JSON.stringify([await context.service(), operation.route, input]);
  const unfinished = await journal.unfinished(content, idempotencyKey);
  if (unfinished !== undefined) continueUnfinished(context, unfinished, { sendAgain });
  const key = idempotencyKey ?? unfinished?.key ?? newKey();
  await journal.start(key, content);
  // After the request, a journal that cannot be written must not hide its result.
  const finish = (state: 'accepted' | 'refused') =>
    journal.finish(key, state).catch((error: Error) => context.warn(error.message));
  try {
    requireSuccess(await call(key));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'conflict') {
      await finish('accepted');
      // Nobody else knows a random key, so an earlier attempt has used it.
      if (idempotencyKey === undefined || error.mayBeDone || ifNew) return { alreadyAccepted: true };
      throw alreadyAccepted(error);
    }
    if (error.mayBeDone) {
      throw error.withHint(idempotencyKey === undefined ? RUN_AGAIN : RUN_AGAIN_WITH_KEY);
    }
    await finish('refused');
    throw error;
  }
  await finish('accepted');
  return { alreadyAccepted: false };
}

/** Throws a `usage` failure where the key may no longer prevent a second send. */
function continueUnfinished(
  context: Context,
  { begunAt }: Unfinished,
  { sendAgain }: { readonly sendAgain: boolean },
): void {
  if (!mayHaveExpired(begunAt, context.now())) {
    context.note(
      'An earlier run that sent the same has no known result. Its key is used again, so it is sent only once.',
    );
  } else if (!sendAgain) {
    throw usage(
      `It is unknown whether a run of ${formatBegin(begunAt)} sent the same, and the API keeps idempotency keys for only 24 hours. Nothing was sent.`,
      'Find out whether it arrived. --send-again sends it, even if this is the second time.',
    );
  }
}

const RUN_AGAIN = 'Run the same command again within 24 hours: it uses the same key, so that it is sent only once.';
const RUN_AGAIN_WITH_KEY =
  'Run the same command again within 24 hours, with --if-new: the API accepts the key only once.';

function requireSuccess(response: unknown): void {
  if (isRecord(response) && response['success'] === true) return;
  throw new Failure('unexpected_response', 'The API did not confirm the request. It may have been processed.', {
    mayBeDone: true,
  });
}

const alreadyAccepted = ({ message, status, request }: Failure): Failure =>
  new Failure('conflict', 'A request with this idempotency key was already accepted within the last 24 hours.', {
    hint: `Pass --if-new to exit with 0 in this case. API message: ${message}`,
    status,
    request,
  });
