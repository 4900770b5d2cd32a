/** Test sends: which values each type of message takes, and the daily limit of the team. */
import * as z from 'zod';
import { section } from '../../account.ts';
import { type Handler, ok, Refusal } from '../../handler.ts';
import { parseBody } from '../../request-body.ts';
import type { Parent } from './parents.ts';
import { findMessage } from './record.ts';

const DAILY_LIMIT = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

/** When each test email of the last day was sent, in milliseconds since the epoch. */
export const previewTimes = section<number[]>('previewTimes', () => []);

const value = z.union([z.string(), z.number(), z.array(z.record(z.string(), z.union([z.string(), z.number()])))]);
const values = z.record(z.string(), value).optional();

const body = z.strictObject({
  emails: z
    .array(z.string().refine((text) => /^[^@\s]+@[^@\s]+$/.test(text), 'Invalid email address.'))
    .min(1, 'emails must have at least one address.'),
  contactProperties: values,
  eventProperties: values,
  dataVariables: values,
});

const ACCEPTED: Readonly<Record<Parent['kind'], readonly string[]>> = {
  campaign: ['contactProperties'],
  workflow: ['contactProperties', 'eventProperties'],
  transactional: ['dataVariables'],
};

export const previewMessage: Handler = async ({ body: text, service, parameter }) => {
  const { emails, ...maps } = parseBody(body, text);
  const id = parameter('emailMessageId');
  return service.store.update((account) => {
    const { parent } = findMessage(account, id);
    const wrong = Object.keys(maps).find((name) => !ACCEPTED[parent.kind].includes(name));
    if (wrong !== undefined) throw new Refusal(400, `${wrong} cannot be used with a ${parent.kind} email.`);
    const times = previewTimes.of(account);
    const recent = times.filter((time) => time > service.now() - DAY_MS);
    if (recent.length + emails.length > DAILY_LIMIT) {
      throw new Refusal(429, `Preview limit exceeded: max ${DAILY_LIMIT} previews per 24 hours.`);
    }
    times.splice(0, times.length, ...recent, ...emails.map(() => service.now()));
    return ok({ id });
  });
};
