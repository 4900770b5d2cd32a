/** The names of the properties that an account has, for variables of its messages. */
import * as z from 'zod';
import type { Context } from '../../../define/command.ts';
import type { LintOptions, MailKind } from '../../../lmx/lint/rule.ts';
import { getEventPattern, listEventPatterns } from '../../events/operations.ts';
import { listProperties } from '../../properties.ts';
import { readable } from '../../readable.ts';

export const KNOWN_CALLS = [listProperties, listEventPatterns, getEventPattern] as const;

const Properties = z.array(z.looseObject({ key: z.string() }));
const Event = z.looseObject({ eventProperties: z.array(z.looseObject({ name: z.string() })) });

type Known = NonNullable<LintOptions['known']>;

async function contactNames(context: Context): Promise<readonly string[]> {
  const properties = readable(Properties, await context.call(listProperties, {}), 'properties of contacts');
  return properties.map(({ key }) => key);
}

/** Those of all events: a message does not say which event starts its workflow. */
async function eventNames(context: Context): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const page of context.list(listEventPatterns, {})) for (const { id } of page) ids.push(id);
  const properties = await context.each(ids, async (eventPatternId) => {
    const pattern = await context.call(getEventPattern, { eventPatternId });
    const { eventProperties } = readable(Event, pattern, 'properties of events');
    return eventProperties.map(({ name }) => name);
  });
  return [...new Set(properties.flat())];
}

export type ReadKnown = (lmx: string, kind: MailKind | undefined) => Promise<Known>;

/** Reads the names once for all messages, and only those that a message uses. */
export function knownNames(context: Context): ReadKnown {
  let contact: Promise<readonly string[]> | undefined;
  let event: Promise<readonly string[]> | undefined;
  return async (lmx, kind) => {
    const known: { contact?: readonly string[]; event?: readonly string[] } = {};
    if (lmx.includes('{contact.')) {
      contact ??= contactNames(context);
      known.contact = await contact;
    }
    if (kind === 'workflow' && lmx.includes('{event.')) {
      event ??= eventNames(context);
      known.event = await event;
    }
    return known;
  };
}
