/** The properties that contacts can have. */
import * as z from 'zod';
import { oneOf } from '../define/constraints.ts';
import { operation } from '../define/operation.ts';

export const PROPERTY_TYPES = ['string', 'number', 'boolean', 'date'] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

export const Property = z.object({ key: z.string(), label: z.string(), type: oneOf(PROPERTY_TYPES) });
export type Property = z.infer<typeof Property>;

export const listProperties = operation('GET /v1/contacts/properties', 'List the properties of contacts', {
  input: { list: z.enum(['all', 'custom']).optional() },
  output: z.array(Property),
});

export const createProperty = operation('POST /v1/contacts/properties', 'Create a property of contacts', {
  input: { name: z.string(), type: z.enum(PROPERTY_TYPES) },
  output: z.object({ success: z.boolean() }),
  effect: 'change',
});
