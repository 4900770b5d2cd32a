/** Everything that is known to be wrong with one message of the account: our rules and those of the API, without hints. */
import type { Context } from '../../../define/command.ts';
import { Failure } from '../../../errors.ts';
import { type LmxFinding, lint } from '../../../lmx/lint/lint.ts';
import { parse } from '../../../lmx/parse.ts';
import { type EmailMessage, guardian } from '../operations.ts';
import { kindOf } from '../sources.ts';
import { fallbacksOf } from './fallbacks.ts';
import { withGuardian } from './guardian.ts';
import { KNOWN_CALLS, knownNames } from './known.ts';

export const FINDING_CALLS = [guardian, ...KNOWN_CALLS] as const;

/** Rejects with a `Failure` where the message could not be judged. */
export async function messageFindings(context: Context, message: EmailMessage): Promise<readonly LmxFinding[]> {
  const { id, lmx, subject, previewText } = message;
  if (typeof lmx !== 'string') throw new Failure('unexpected_response', `Email message ${id} has no LMX.`);
  const kind = kindOf(message);
  const known = await knownNames(context)(lmx, kind);
  const own = lint(parse(lmx), { kind, known, fallbacks: fallbacksOf(message), subject, previewText });
  const found = own.filter(({ severity }) => severity !== 'hint');
  return withGuardian(found, await context.call(guardian, { emailMessageId: id }), id);
}

/** Rejects with `check_failed` (exit 9) if there is an error. Everything that was found is printed as a warning. */
export async function requireSound(context: Context, message: EmailMessage, otherwise: string): Promise<void> {
  const findings = await messageFindings(context, message);
  for (const { severity, rule, line, message: text } of findings) {
    context.warn(`${severity === 'error' ? 'Error' : 'Warning'} in line ${line}: ${text} (${rule})`);
  }
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (errors === 0) return;
  throw new Failure('check_failed', `The email has ${errors === 1 ? 'an error' : `${errors} errors`}. ${otherwise}`, {
    hint: `Run \`loopsctl messages check ${message.id}\` for details, or pass --no-check.`,
  });
}
