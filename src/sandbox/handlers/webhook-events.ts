/**
 * A route that the service does not have: it makes the sandbox send an event. None of the operations that the sandbox serves
 * causes one (they send no email and change no contact), so that every event is asked for here.
 */
import { isRecord } from '../../define/json.ts';
import { EVENT_NAMES, type Payload, SAMPLE_DATA, type SampleData } from '../../nouns/webhooks/delivery/events.ts';
import { eventWith } from '../../nouns/webhooks/delivery/settings.ts';
import type { Account } from '../account.ts';
import { type Handlers, ok, Refusal } from '../handler.ts';

/** Queues an event and gives its ID; undefined when too many wait already. */
export type Emit = (payload: Payload) => string | undefined;

export const EMIT_ROUTE = 'POST /v1/sandbox/events';

export const webhookHandlers = (emit: Emit): Handlers => ({
  [EMIT_ROUTE]: async ({ body, service }) => {
    const { event, settings } = parseBody(body);
    const payload = payloadFor(event, settings, new Date(service.now()), dataOf(await service.store.read()));
    const id = emit(payload);
    if (id === undefined) throw new Refusal(429, 'Too many events are waiting to be delivered.');
    return ok({ id, payload });
  },
});

function parseBody(body: string): { event: string; settings: readonly string[] } {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new Refusal(400, 'The request body is not valid JSON.');
  }
  const { event, set = [] } = isRecord(value) ? value : {};
  if (typeof event !== 'string' || !EVENT_NAMES.includes(event)) throw new Refusal(400, 'event is not an event.');
  if (!Array.isArray(set) || !set.every((setting) => typeof setting === 'string')) {
    throw new Refusal(400, 'set must be an array of strings.');
  }
  return { event, settings: set };
}

function payloadFor(event: string, settings: readonly string[], now: Date, data: SampleData): Payload {
  try {
    return eventWith(event, now, settings, data);
  } catch (error) {
    throw new Refusal(400, (error as Error).message);
  }
}

/** Emails and workflows that the account really has, so that what is told of them can be looked up. */
function dataOf({ transactionalEmails, workflows }: Account): SampleData {
  const email = transactionalEmails.find(({ record }) => record.publishedEmailMessageId !== null)?.record;
  const [workflow] = workflows;
  return {
    transactional:
      email === undefined
        ? SAMPLE_DATA.transactional
        : { id: email.id, name: email.name, emailMessageId: email.publishedEmailMessageId ?? '' },
    loop: workflow === undefined ? SAMPLE_DATA.loop : { id: workflow.id, name: workflow.name },
  };
}
