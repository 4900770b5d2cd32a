/** Everything that is known to be wrong with one message of the account: our rules and those of the API, without hints. */
import * as z from 'zod';
import type { Context } from '../../../define/command.ts';
import { Failure } from '../../../errors.ts';
import { type LmxFinding, lint } from '../../../lmx/lint/lint.ts';
import { parse } from '../../../lmx/parse.ts';
import { readable } from '../../readable.ts';
import { EmailMessage, FALLBACK_MAPS, guardian } from '../operations.ts';
import { kindOf } from '../sources.ts';
import { fallbacksOf } from './fallbacks.ts';
import { withGuardian } from './guardian.ts';
import { KNOWN_CALLS, knownNames } from './known.ts';

export const FINDING_CALLS = [guardian, ...KNOWN_CALLS] as const;

const fallbacks = z.record(z.string(), z.string()).nullish();
const parent = z.string().nullish();

/** What the rules read. */
const Judged = EmailMessage.pick({ id: true, lmx: true, subject: true, previewText: true }).extend({
  campaignId: parent,
  transactionalId: parent,
  ...Object.fromEntries(Object.values(FALLBACK_MAPS).map((field) => [field, fallbacks])),
});

/** Throws a `Failure` for a message of the account that the rules cannot read. */
export function requireReadable(message: unknown, source: string): void {
  readable(Judged, message, `content of ${JSON.stringify(source)}`);
}

/** Rejects with a `Failure` where the message could not be judged. */
export async function messageFindings(context: Context, message: EmailMessage): Promise<readonly LmxFinding[]> {
  requireReadable(message, message.id);
  const { id, lmx, subject, previewText } = message;
  const kind = kindOf(message);
  const known = await knownNames(context)(lmx, kind);
  const own = lint(parse(lmx), { kind, known, fallbacks: fallbacksOf(message), subject, previewText });
  const found = own.filter(({ severity }) => severity !== 'hint');
  return withGuardian(found, await context.call(guardian, { emailMessageId: id }), id);
}

/**
 * Rejects with `check_failed` (exit 9) if there is an error. Everything that was found is printed as a warning, with the name of
 * the email if it is one of several.
 */
export async function requireSound(
  context: Context,
  message: EmailMessage,
  otherwise: string,
  name?: string,
): Promise<void> {
  const findings = await messageFindings(context, message);
  const where = name === undefined ? '' : `${JSON.stringify(name)}, `;
  for (const { severity, rule, line, message: text } of findings) {
    context.warn(`${severity === 'error' ? 'Error' : 'Warning'} in ${where}line ${line}: ${text} (${rule})`);
  }
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (errors === 0) return;
  throw new Failure('check_failed', `The email has ${errors === 1 ? 'an error' : `${errors} errors`}. ${otherwise}`, {
    hint: `Run \`loopsctl messages check ${message.id}\` for details${name === undefined ? ', or pass --no-check' : ''}.`,
  });
}
