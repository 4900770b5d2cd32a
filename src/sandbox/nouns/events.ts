/** Events: send, and the patterns that the account knows because an event was sent once. */
import * as z from 'zod';
import { isRecord } from '../../define/json.ts';
import type { EventPattern } from '../../nouns/events/operations.ts';
import type { Account } from '../account.ts';
import { announceChange } from '../contact-events.ts';
import { writeContact } from '../contact-write.ts';
import { type Answer, type Call, findOrRefuse, ok, Refusal, type SandboxNoun } from '../handler.ts';
import { idempotencySection, useKey } from '../idempotency.ts';
import { newId } from '../identifiers.ts';
import { outboxSection } from '../outbox.ts';
import { answerPage } from '../paging.ts';
import { parseBody } from '../request-body.ts';
import { startWorkflows, workflowStarts } from '../workflow-starts.ts';
import { eventPatterns } from './events.seed.ts';
import { mailingLists } from './lists.ts';

const NOUN = 'Event pattern';
const LONGEST = 500;

type Value = string | number | boolean;

/** Everything else at the top level is a contact property. A nested object is ignored, whatever its name. */
const EventBody = z.looseObject({ eventName: z.string(), eventProperties: z.unknown().optional() });

export const events: SandboxNoun = {
  sections: [eventPatterns, idempotencySection, outboxSection, workflowStarts],
  handlers: {
    'GET /v1/event-patterns': async (call) =>
      answerPage(call, {
        collection: 'event-patterns',
        items: eventPatterns.of(await call.service.store.read()),
        idOf: ({ id }) => id,
        show: ({ eventProperties: _, ...summary }) => summary,
      }),

    'GET /v1/event-patterns/{eventPatternId}': (call) =>
      answerPattern(call, ({ id }) => id === call.parameter('eventPatternId')),

    'GET /v1/event-patterns/by-name/{eventName}': (call) =>
      answerPattern(call, ({ eventName }) => eventName === call.parameter('eventName')),

    'POST /v1/events/send': sendEvent,
  },
};

async function answerPattern({ service }: Call, isMeant: (pattern: EventPattern) => boolean): Promise<Answer> {
  return ok(findOrRefuse(eventPatterns.of(await service.store.read()).find(isMeant), NOUN));
}

async function sendEvent(call: Call): Promise<Answer> {
  const { service } = call;
  const { eventName, eventProperties, ...fields } = parseBody(EventBody, call.body);
  if (eventName.trim() === '') throw new Refusal(400, 'eventName must not be empty.');
  if (eventName.length > LONGEST) throw new Refusal(400, 'Some body key or value is longer than allowable.');
  const properties = readProperties(eventProperties);
  const body = Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => name === 'mailingLists' || !isNested(value)),
  );
  const { change, lists } = await service.store.update((account) => {
    useKey(account, call);
    const change = writeContact(account, body, service);
    learn(account, eventName, properties, call);
    startWorkflows(account, {
      contact: change.contact,
      event: { name: eventName, properties },
      now: service.now(),
    });
    return { change, lists: mailingLists.of(account) };
  });
  announceChange(change, lists, service);
  return ok({ success: true });
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Throws a 400 `Refusal`. */
function readProperties(given: unknown): Record<string, Value> {
  if (given === undefined) return {};
  if (!isRecord(given)) throw new Refusal(400, 'eventProperties must be an object.');
  for (const [name, value] of Object.entries(given)) {
    if (!['string', 'number', 'boolean'].includes(typeof value)) {
      throw new Refusal(400, 'Event properties must be strings, numbers or booleans.', {
        path: `eventProperties.${name}`,
      });
    }
    if (name.length > LONGEST || String(value).length > LONGEST) {
      throw new Refusal(400, 'Some body key or value is longer than allowable.');
    }
  }
  return given as Record<string, Value>;
}

/** A name or a property becomes known by being sent. A known property keeps its type. */
function learn(account: Account, eventName: string, properties: Readonly<Record<string, Value>>, call: Call): void {
  const patterns = eventPatterns.of(account);
  let pattern = patterns.find((known) => known.eventName === eventName);
  if (pattern === undefined) {
    const id = newId(call.service.random);
    pattern = { id, eventName, incomingWebhookPlatform: null, eventProperties: [] };
    patterns.unshift(pattern);
  }
  for (const [name, value] of Object.entries(properties)) {
    if (pattern.eventProperties.some((known) => known.name === name)) continue;
    pattern.eventProperties.push({ name, type: typeOf(value) });
  }
}

const typeOf = (value: Value): string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d([T ]|$)/.test(value) ? 'date' : typeof value;
