/** The rows of `transactional send --from`: each is checked before the first email is sent. */
import { createHash } from 'node:crypto';
import { HashSet } from '../../../batch/hash-set.ts';
import type { Row } from '../../../batch/row.ts';
import type { Context } from '../../../define/command.ts';
import { isRecord } from '../../../define/json.ts';
import { Failure, usage } from '../../../errors.ts';
import { formatNumber } from '../../../text/number.ts';
import { isEmail } from '../../contacts/identity.ts';
import { sendTransactional } from '../operations.ts';
import { type Prepared, requestFor, type SendRequest } from './prepare.ts';
import { checkValues } from './variables.ts';

export interface SendItem {
  readonly line: number;
  readonly request: SendRequest;
}

export interface CheckedRows {
  readonly total: number;
  /** The first recipients. */
  readonly sample: readonly string[];
}

const SAMPLE = 3;
const LISTED = 20;

type Silent = Pick<Context, 'warn' | 'strict'>;

/** The email for a row: the column `email`, and a data variable for each other column. Throws a `usage` failure. */
export function itemOf(context: Silent, prepared: Prepared, { line, values, problem }: Row): SendItem {
  if (problem !== undefined) throw usage(`The row can't be read: ${problem}.`);
  const { email, ...own } = values;
  if (typeof email !== 'string' || !isEmail(email.trim())) {
    throw usage(`"email" is not an email address: ${JSON.stringify(email ?? '')}.`);
  }
  return { line, request: requestFor(context, prepared, email.trim(), checkValues(own)) };
}

/**
 * Reads every row without sending anything. Rejects with a `usage` failure where some cannot be sent: each is reported, and with
 * `recipient_not_allowed` for a recipient that the profile excludes.
 */
export async function checkRows(
  context: Context,
  prepared: Prepared,
  rows: AsyncIterable<Row>,
  { name, report }: { readonly name: string; readonly report: (problem: string) => void },
): Promise<CheckedRows> {
  const seen = new HashSet();
  const warned = new Set<string>();
  const sample: string[] = [];
  let [total, wrong] = [0, 0];
  // The same warning for each row would hide the others.
  const once: Silent = {
    strict: context.strict,
    warn: (message) => {
      if (!warned.has(message)) context.warn(message);
      warned.add(message);
    },
  };
  for await (const row of rows) {
    total++;
    try {
      const { request } = itemOf(once, prepared, row);
      if (!seen.add(hashOf(request))) throw usage('An earlier row is the same email for the same recipient.');
      await context.requireAllowed(sendTransactional, request);
      if (sample.length < SAMPLE) sample.push(request.email);
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'usage') throw error;
      wrong++;
      if (wrong <= LISTED) report(`Line ${row.line}: ${error.message}`);
    }
  }
  if (total === 0) throw usage(`${name} has no rows.`, 'It needs a column email, and one for each data variable.');
  if (wrong > LISTED) report(`${formatNumber(wrong - LISTED)} more rows can't be sent.`);
  if (wrong > 0) {
    throw usage(
      `${formatNumber(wrong)} of ${formatNumber(total)} rows in ${name} can't be sent.`,
      'Nothing was sent. Correct the rows, and run it again.',
    );
  }
  return { total, sample };
}

const hashOf = (request: SendRequest): bigint =>
  createHash('sha256').update(contentOf(request)).digest().readBigUInt64BE();

/** The part of a request that differs between rows. */
export const contentOf = ({ email, dataVariables }: SendRequest): string =>
  JSON.stringify([email, isRecord(dataVariables) ? dataVariables : {}]);
