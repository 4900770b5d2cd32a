/** Routes that the service does not have: they send an event, or let time pass. */
import * as z from 'zod';
import { EVENT_NAMES, type Payload, SAMPLE_DATA, type SampleData } from '../../nouns/webhooks/delivery/events.ts';
import { eventWith } from '../../nouns/webhooks/delivery/settings.ts';
import type { Account } from '../account.ts';
import { advance } from '../advance.ts';
import { type Emit, ok, Refusal, type SandboxNoun } from '../handler.ts';
import { eventsWhenDue } from '../outbox.ts';
import { parseBody } from '../request-body.ts';
import { transactionalEmails } from './transactional.seed.ts';
import { workflowSection } from './workflows.ts';

const EventRequest = z.strictObject({
  event: z.string().refine((name) => EVENT_NAMES.includes(name), 'event is not the name of an event.'),
  set: z.array(z.string()).default([]),
});

const AdvanceRequest = z.strictObject({ ms: z.number().int().min(0) });

export const webhookEvents = (emit: Emit): SandboxNoun => ({
  sections: [],
  handlers: {
    'POST /v1/sandbox/events': async ({ body, service }) => {
      const { event, set } = parseBody(EventRequest, body);
      const payload = payloadFor(event, set, new Date(service.now()), sampleData(await service.store.read()));
      const id = emit(payload);
      if (id === undefined) throw new Refusal(429, 'Too many events are waiting to be delivered.');
      return ok({ id, payload });
    },

    'POST /v1/sandbox/advance': async ({ body, service: { store, now } }) => {
      const { ms } = parseBody(AdvanceRequest, body);
      const { records, due, campaigns } = await store.update((account) => advance(account, ms, now()));
      const events = due.flatMap(eventsWhenDue).filter((payload) => emit(payload) !== undefined);
      return ok({ records, emails: due.length, campaigns, events: events.length });
    },
  },
});

function payloadFor(event: string, settings: readonly string[], now: Date, data: SampleData): Payload {
  try {
    return eventWith(event, now, settings, data);
  } catch (error) {
    throw new Refusal(400, (error as Error).message);
  }
}

/** An email and a workflow of the account, so that the IDs in a payload can be looked up. */
function sampleData(account: Account): SampleData {
  const email = transactionalEmails.of(account).find(({ record }) => record.publishedEmailMessageId !== null)?.record;
  const [workflow] = workflowSection.of(account);
  return {
    transactional:
      email === undefined
        ? SAMPLE_DATA.transactional
        : { id: email.id, name: email.name, emailMessageId: email.publishedEmailMessageId ?? '' },
    loop: workflow === undefined ? SAMPLE_DATA.loop : { id: workflow.id, name: workflow.name },
  };
}
