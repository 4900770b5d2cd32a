/** Prepares an email to be sent: its record, its variables and its size are checked first. */
import type { Context } from '../../../define/command.ts';
import type { InputOf } from '../../../define/operation.ts';
import { Failure, usage } from '../../../errors.ts';
import { getTransactional, type sendTransactional, type Variables } from '../operations.ts';
import { readAttachments, refuseLargePayload } from './attachments.ts';
import { readVariables, requireVariables } from './variables.ts';

export interface SendInput {
  readonly transactionalId: string;
  readonly data?: string | undefined;
  readonly var: readonly string[];
  readonly attach: readonly string[];
  readonly addToAudience: boolean;
  readonly check: boolean;
}

export type SendRequest = Omit<InputOf<typeof sendTransactional>, 'idempotencyKey'>;

/** What every recipient gets. */
export interface Prepared {
  /** The name of the email, or its ID if the record was not read. */
  readonly name: string;
  /** The variables that the published email uses. Undefined if the record was not read. */
  readonly wanted: readonly string[] | undefined;
  readonly variables: Variables;
  readonly request: Omit<SendRequest, 'email' | 'dataVariables'>;
}

/** Rejects with a `Failure` for an email that cannot be sent. */
export async function prepare(context: Context, input: SendInput): Promise<Prepared> {
  const variables = await readVariables(context, input.data, input.var);
  const attachments = await readAttachments(context, input.attach);
  const { transactionalId, addToAudience } = input;
  const record = input.check ? await getSendable(context, transactionalId) : undefined;
  return {
    name: record?.name ?? transactionalId,
    wanted: record?.dataVariables,
    variables,
    request: {
      transactionalId,
      ...(addToAudience ? { addToAudience } : {}),
      ...(attachments.length === 0 ? {} : { attachments: [...attachments] }),
    },
  };
}

async function getSendable(context: Context, transactionalId: string) {
  const record = await context.call(getTransactional, { transactionalId });
  const { name, publishedEmailMessageId, dataVariables } = record;
  if (publishedEmailMessageId === null) {
    throw new Failure('rejected', `${JSON.stringify(name)} is not published, so it can't be sent.`, {
      hint: `Publish it with \`loopsctl transactional publish ${transactionalId}\`.`,
    });
  }
  if (!Array.isArray(dataVariables)) {
    throw new Failure('unexpected_response', `The data variables of ${JSON.stringify(name)} can't be read.`, {
      hint: 'Pass --no-check to send it without checking them.',
    });
  }
  return record;
}

/** The request for one recipient. Throws a `usage` failure for variables or a size that the API would refuse. */
export function requestFor(
  context: Pick<Context, 'warn' | 'strict'>,
  { wanted, variables, request }: Prepared,
  email: string,
  own: Variables = {},
): SendRequest {
  const dataVariables = { ...variables, ...own };
  if (wanted !== undefined) requireVariables(context, wanted, dataVariables);
  const complete = { ...request, email, ...(Object.keys(dataVariables).length === 0 ? {} : { dataVariables }) };
  refuseLargePayload(complete);
  return complete;
}

export const requireOnlyOne = (to: string | undefined, from: string | undefined): void => {
  if ((to === undefined) !== (from === undefined)) return;
  throw usage(
    to === undefined ? 'No recipient was given.' : "--to can't be combined with --from.",
    'Pass --to <email>, or --from <file> with a row for each recipient.',
  );
};
