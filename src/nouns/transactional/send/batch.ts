/** `transactional send --from`: one email for each row of a file, resumable, and none twice. */
import { openInput } from '../../../batch/input.ts';
import type { JournalOwner } from '../../../batch/journal.ts';
import { checkJournal, runBatch, type Turn } from '../../../batch/run.ts';
import type { BatchResult } from '../../../batch/tally.ts';
import type { Context } from '../../../define/command.ts';
import { Failure } from '../../../errors.ts';
import { formatNumber } from '../../../text/number.ts';
import { checkApiKey } from '../../api-key.ts';
import { formatBegin, mayHaveExpired } from '../../sends/key-age.ts';
import { sendTransactional } from '../operations.ts';
import { type Prepared, prepare, type SendInput } from './prepare.ts';
import { type CheckedRows, checkRows, contentOf, itemOf, type SendItem } from './rows.ts';

type OpenedFile = Awaited<ReturnType<typeof openInput>>;

const COMMAND = 'transactional send';

export interface BatchInput extends SendInput {
  readonly from: string;
  readonly rate: number;
  readonly resume: boolean;
  readonly sendAgain: boolean;
  readonly report?: string | undefined;
}

interface Plan {
  readonly prepared: Prepared;
  readonly file: OpenedFile;
  readonly checked: CheckedRows;
  readonly owner: JournalOwner & { readonly journal: string };
}

/** The question and the run of one command line share the first pass over the file. */
const planOnce = (context: Context, given: BatchInput): Promise<Plan> => context.once(() => makePlan(context, given));

async function makePlan(context: Context, given: BatchInput): Promise<Plan> {
  const prepared = await prepare(context, given);
  const file = await openInput(context, given.from, { command: COMMAND });
  try {
    const checked = await checkRows(context, prepared, file.rows(), { name: given.from, report: context.warn });
    const owner = {
      command: COMMAND,
      // A dry run needs no team.
      account: context.isDryRun ? '' : await teamOf(context),
      settings: [given.transactionalId, prepared.variables, prepared.request],
      // Another email may be sent to the same recipients.
      journal: file.journal.replace(/\.journal$/, `.${given.transactionalId}.journal`),
    };
    await checkJournal(context, { ...owner, resume: given.resume });
    return { prepared, file, checked, owner };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function teamOf(context: Context): Promise<string> {
  const { teamName } = await context.call(checkApiKey, {});
  return `${await context.service()} ${JSON.stringify(teamName)}`;
}

export async function questionForRows(context: Context, given: BatchInput): Promise<string> {
  const { prepared, checked } = await planOnce(context, given);
  const { what, time } = describe(prepared, checked, given);
  return `Send ${what}? ${time}`;
}

/** `"Password reset" to 1,200 recipients (ada@example.com, …)`, and how long that takes. */
function describe({ name }: Prepared, { total, sample }: CheckedRows, { rate, addToAudience }: BatchInput) {
  const more = total > sample.length ? ', …' : '';
  const recipients = total === 1 ? '1 recipient' : `${formatNumber(total)} recipients`;
  const seconds = Math.ceil(total / rate);
  const time = seconds < 120 ? `${seconds} s` : `${formatNumber(Math.ceil(seconds / 60))} minutes`;
  const audience = addToAudience ? ', adding them to the audience, which may start workflows' : '';
  return {
    what: `${JSON.stringify(name)} to ${recipients} (${sample.join(', ')}${more})${audience}`,
    time: `This takes at least ${time}.`,
  };
}

export async function sendRows(context: Context, given: BatchInput): Promise<BatchResult> {
  const { prepared, file, checked, owner } = await planOnce(context, given);
  try {
    if (!context.isDryRun) {
      const { what, time } = describe(prepared, checked, given);
      context.note(`Sending ${what}. ${time}`);
    }
    const turn = createPace(context, given.rate);
    const result = await runBatch<SendItem>(context, {
      ...owner,
      items: itemsOf(context, prepared, file.rows()),
      total: checked.total,
      contentOf: ({ request }) => contentOf(request),
      perform: async (item, row) => {
        await turn();
        return sendRow(context, item, { ...row, sendAgain: given.sendAgain });
      },
      repeatable: false,
      keepJournal: true,
      resume: given.resume,
      onError: 'skip',
      report: given.report,
    });
    if (result.journal !== null) context.note(`Continue with: ${context.again('--resume')}`);
    return result;
  } finally {
    await file.close();
  }
}

async function* itemsOf(
  { strict }: Context,
  prepared: Prepared,
  rows: ReturnType<OpenedFile['rows']>,
): AsyncGenerator<SendItem> {
  for await (const row of rows) yield itemOf({ strict, warn: () => undefined }, prepared, row);
}

async function sendRow(
  context: Context,
  { request }: SendItem,
  { key, begunAt, sendAgain }: Turn & { readonly sendAgain: boolean },
): Promise<{ result: string }> {
  if (begunAt !== undefined && !sendAgain && mayHaveExpired(begunAt, context.now())) {
    // Not a refusal: the next run must not send it either.
    throw new Failure(
      'unexpected_response',
      `It is unknown whether a run of ${formatBegin(begunAt)} sent it, and its idempotency key has expired. It was not sent again; --send-again sends it.`,
    );
  }
  try {
    const response = await context.call(sendTransactional, {
      ...request,
      ...(context.isDryRun ? {} : { idempotencyKey: key }),
    });
    if (response.success === true) return { result: 'accepted' };
  } catch (error) {
    // Only this journal has the key, so an earlier attempt was accepted.
    if (error instanceof Failure && error.code === 'conflict') return { result: 'accepted' };
    throw error;
  }
  throw new Failure('unexpected_response', 'The API did not confirm the request. It may have been processed.');
}

/** Resolves when the next request may be sent. */
function createPace({ now, wait, isDryRun }: Context, rate: number): () => Promise<void> {
  let next = 0;
  return async () => {
    if (isDryRun) return;
    const current = now().getTime();
    const at = Math.max(current, next);
    next = at + 1_000 / rate;
    if (at > current) await wait(at - current);
  };
}
