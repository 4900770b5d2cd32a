/** `events send`: sends an event for one contact, after checking its name, its properties and the contact. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { requireOneOf } from '../../define/constraints.ts';
import type { InputOf } from '../../define/operation.ts';
import { Failure, usage } from '../../errors.ts';
import { type ContactFields, fieldFlags, fieldReads, readFields } from '../contacts/field-flags.ts';
import { emailText, userIdText } from '../contacts/identity.ts';
import { findContact } from '../contacts/operations.ts';
import { onceFlags, sendOnce } from '../sends/once.ts';
import { didYouMean, findByName, nearestNames, noEventNamed } from './find.ts';
import { allListeners, describeListeners, LISTENER_CALLS } from './listeners.ts';
import { getEventPatternByName, listEventPatterns, sendEvent } from './operations.ts';
import { differencesFrom, readEventProperties } from './properties.ts';
import { checkRecipient, nameOf } from './recipient.ts';

const input = z.object({
  event: z.string().min(1).max(500).describe('name of the event, case-sensitive').meta({ completes: 'events' }),
  to: emailText.optional(),
  userId: userIdText.optional(),
  set: z
    .array(z.string())
    .default([])
    .describe('property of the event: name=text, or name:=value for a number, true or false (repeatable)')
    .meta({ placeholder: 'name=text' }),
  contactProperty: z
    .array(z.string())
    .default([])
    .describe('property of the contact, written in the same way; null clears it (repeatable)')
    .meta({ placeholder: 'name=text' }),
  list: fieldFlags.list,
  newEvent: z.boolean().default(false).describe('do not look the name up: the event may be new'),
  createContact: z.boolean().default(false).describe('create the contact if it does not exist'),
  ...onceFlags,
});
type Input = z.output<typeof input>;

const Sent = z.object({
  success: z.boolean(),
  eventName: z.string(),
  alreadyAccepted: z.boolean().describe('an earlier request with the same idempotency key had been accepted'),
});

type EventRequest = Omit<InputOf<typeof sendEvent>, 'idempotencyKey'>;

/** Everything that can be checked before the event is sent. Rejects with a `usage` failure. */
async function prepare(context: Context, given: Input): Promise<EventRequest> {
  const eventProperties = readEventProperties(given.set);
  if (!given.newEvent && context.canRead) await checkEvent(context, given, eventProperties);
  const fields = await readContactFields(context, given);
  if (context.canRead) await checkRecipient(context, given, given.createContact);
  return {
    eventName: given.event,
    email: given.to,
    userId: given.userId,
    ...(given.set.length === 0 ? {} : { eventProperties }),
    ...fields,
  };
}

/** Fields of the request, which a contact property of the same name would replace. */
const TAKEN = ['eventName', 'eventProperties', 'contactProperties'];

/** An event must not decide whether a person receives email. */
async function readContactFields(context: Context, { contactProperty, list }: Input) {
  const taken = contactProperty.map((text) => text.split(/:?=/)[0] ?? '').find((name) => TAKEN.includes(name));
  if (taken !== undefined)
    throw usage(`${JSON.stringify(taken)} names a field of the request, not a contact property.`);
  const fields: ContactFields = await readFields(context, { set: contactProperty, unset: [], list });
  if (fields.subscribed !== undefined) {
    throw usage('"subscribed" can\'t be set with an event.', 'Use `loopsctl contacts update`.');
  }
  const { mailingLists, properties = {}, subscribed: _, ...own } = fields;
  const all = { ...own, ...properties };
  return {
    ...(mailingLists === undefined ? {} : { mailingLists }),
    ...(Object.keys(all).length === 0 ? {} : { properties: all }),
  };
}

async function checkEvent(
  context: Context,
  { event }: Input,
  values: ReturnType<typeof readEventProperties>,
): Promise<void> {
  const pattern = await findByName(context, event);
  if (pattern === undefined) {
    throw usage(
      noEventNamed(event),
      `${didYouMean(await nearestNames(context, event))} Pass --new-event to send it for the first time.`,
    );
  }
  for (const difference of differencesFrom(pattern, values)) {
    if (context.strict) throw usage(difference, 'Nothing was sent, because of --strict.');
    context.warn(difference);
  }
}

/** A question must not fail because workflows cannot be read, but it says so. */
async function listenersOf(context: Context, eventName: string): Promise<string> {
  try {
    return describeListeners((await allListeners(context)).filter((listener) => listener.eventName === eventName));
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'interrupted') throw error;
    return `It is not known which workflows start: ${error.message}`;
  }
}

export const sendCommand = command({
  notes: [
    'The API confirms an event without an ID, and does not say whether a workflow has started. An unknown name would create an event that starts nothing, so the name is looked up first.',
    'At a terminal the question names the workflows that start from the event. `loopsctl events listeners <event>` lists them in scripts.',
    'An idempotency key, random by default, is written to a journal before the request. Retries use the same key, and so does the next run of the same command if the result is unknown: the event is accepted once. The API forgets a key after 24 hours; from then on, such a send needs --send-again.',
  ].join('\n\n'),
  input: requireOneOf(input, ['to', 'userId']),
  positionals: ['event'],
  output: Sent,
  calls: [sendEvent, getEventPatternByName, listEventPatterns, findContact, ...fieldReads, ...LISTENER_CALLS],
  examples: [
    {
      does: 'An event with properties',
      line: 'events send planUpgraded --to ada@example.com --set plan=team --set seats:=24 --yes',
    },
    {
      does: 'A new event for a new contact',
      line: 'events send trialStarted --to new@example.com --new-event --create-contact --yes',
    },
    {
      does: 'Set a property of the contact too',
      line: 'events send signedOut --user-id user_42 --contact-property plan=team --dry-run',
    },
  ],
  question: async (context, given) => {
    const request = await prepare({ ...context, warn: () => undefined }, given);
    await context.requireAllowed(sendEvent, request);
    return `Send the event ${JSON.stringify(given.event)} for ${nameOf(given)}? ${await listenersOf(context, given.event)}`;
  },
  run: async (context, given): Promise<z.infer<typeof Sent>> => {
    const request = await prepare(context, given);
    const { alreadyAccepted } = await sendOnce(context, sendEvent, request, given);
    context.note(
      alreadyAccepted ? 'The event had already been accepted.' : `The event was accepted for ${nameOf(given)}.`,
    );
    return { success: true, eventName: given.event, alreadyAccepted };
  },
  view: {
    kind: 'details',
    columns: [
      { heading: 'Event', path: 'eventName' },
      { heading: 'Accepted', path: 'alreadyAccepted', show: (value) => (value === true ? 'before' : 'now') },
    ],
  },
});
