/** The operations on contacts and their suppression. */
import * as z from 'zod';
import { oneOf } from '../../define/constraints.ts';
import { operation } from '../../define/operation.ts';

/** A contact. The API declares no field as required. Custom properties are further fields; one that was never set is absent. */
export const Contact = z
  .looseObject({
    id: z.string(),
    email: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    source: z.string(),
    subscribed: z.boolean().describe('false: receives no campaigns and no workflow emails'),
    userGroup: z.string(),
    userId: z.string().nullable(),
    mailingLists: z.record(z.string(), z.boolean()).describe('by the ID of the list'),
    optInStatus: oneOf(['accepted', 'pending', 'rejected']).nullable(),
  })
  .partial()
  .meta({ open: true });
export type Contact = z.infer<typeof Contact>;

/** `null` clears a property. */
export const PropertyValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type PropertyValue = z.infer<typeof PropertyValue>;

/** Which contact: the API requires exactly one of the two. */
const either = { email: z.string().optional(), userId: z.string().optional() };

const fields = {
  firstName: PropertyValue.optional(),
  lastName: PropertyValue.optional(),
  source: PropertyValue.optional(),
  subscribed: z.boolean().optional().describe('true subscribes a person who had unsubscribed'),
  userGroup: PropertyValue.optional(),
  mailingLists: z.record(z.string(), z.boolean()).optional(),
  properties: z.record(z.string(), PropertyValue).optional(),
};

const Written = z.object({ success: z.boolean(), id: z.string() });

const person = ['email', 'userId'];

export const createContact = operation('POST /v1/contacts/create', 'Create a contact', {
  input: { email: z.string(), userId: PropertyValue.optional(), ...fields },
  output: Written,
  effect: 'change',
  undo: { person, never: 'Delete the contact with `contacts delete`.' },
  spread: 'properties',
});

export const findContact = operation('GET /v1/contacts/find', 'Find a contact by email address or user ID', {
  input: either,
  output: z.array(Contact),
  effect: 'personal',
});

export const updateContact = operation('PUT /v1/contacts/update', 'Update a contact, or create it if none matches', {
  input: { ...either, ...fields },
  output: Written,
  effect: 'change',
  undo: {
    person,
    read: findContact,
    absent: { mailingLists: false },
    consent: ['subscribed'],
    created: 'The change has created the contact. Delete it with `contacts delete`.',
    reach: 'It can start workflows, like every change of a contact.',
  },
  repeatable: true,
  spread: 'properties',
});

export const deleteContact = operation('POST /v1/contacts/delete', 'Delete a contact', {
  input: either,
  output: z.object({ success: z.boolean(), message: z.string() }),
  effect: 'destroy',
});

export const RemovalQuota = z.object({ limit: z.number(), remaining: z.number() });
export type RemovalQuota = z.infer<typeof RemovalQuota>;

export const getSuppression = operation('GET /v1/contacts/suppression', 'Show whether a contact is suppressed', {
  input: either,
  output: z.object({
    contact: z.object({ id: z.string(), email: z.string(), userId: z.string().nullable() }),
    isSuppressed: z.boolean(),
    removalQuota: RemovalQuota,
  }),
  effect: 'personal',
});

export const removeSuppression = operation('DELETE /v1/contacts/suppression', 'Remove the suppression of a contact', {
  input: either,
  output: z.object({ success: z.boolean(), message: z.string(), removalQuota: RemovalQuota }),
  effect: 'destroy',
  query: ['email', 'userId'],
});
