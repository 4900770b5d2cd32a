/** Contact properties: list and create. The fields that every contact has come first. */
import * as z from 'zod';
import { PROPERTY_TYPES, type Property, type PropertyType } from '../../nouns/properties.ts';
import { type Account, section } from '../account.ts';
import { ok, Refusal, type SandboxNoun } from '../handler.ts';
import { nonEmptyText, parseBody } from '../request-body.ts';

type PropertyRow = readonly [key: string, label: string, type: PropertyType];

const DEFAULTS: readonly PropertyRow[] = [
  ['firstName', 'First Name', 'string'],
  ['lastName', 'Last Name', 'string'],
  ['email', 'Email', 'string'],
  ['notes', 'Notes', 'string'],
  ['source', 'Source', 'string'],
  ['userGroup', 'User Group', 'string'],
  ['userId', 'User Id', 'string'],
  ['subscribed', 'Subscribed', 'boolean'],
  ['createdAt', 'Created At', 'date'],
];

const CUSTOM: readonly PropertyRow[] = [
  ['plan', 'Plan', 'string'],
  ['title', 'Title', 'string'],
  ['companyName', 'Company Name', 'string'],
  ['industry', 'Industry', 'string'],
  ['role', 'Role', 'string'],
  ['language', 'Language', 'string'],
  ['phone', 'Phone', 'string'],
  ['coupon', 'Coupon', 'string'],
  ['seats', 'Seats', 'number'],
  ['teamSize', 'Team Size', 'number'],
  ['rotasPublished', 'Rotas Published', 'number'],
  ['aiRotaBeta', 'AI Rota Beta', 'boolean'],
  ['paymentOverdue', 'Payment Overdue', 'boolean'],
  ['isPersonalAddress', 'Is Personal Address', 'boolean'],
  ['trialEndsOn', 'Trial Ends On', 'date'],
  ['renewsOn', 'Renews On', 'date'],
  ['cancelledOn', 'Cancelled On', 'date'],
  ['lastSignInOn', 'Last Sign In On', 'date'],
];

const RESERVED = ['id', 'listId', 'softDeleteAt', 'teamId', 'updatedAt'];

const toProperty = ([key, label, type]: PropertyRow): Property => ({ key, label, type });

const customProperties = section('contactProperties', () => CUSTOM.map(toProperty));

export const propertiesOf = (account: Account): readonly Property[] => [
  ...DEFAULTS.map(toProperty),
  ...customProperties.of(account),
];

/** `teamSize` -> `Team Size`. */
const labelOf = (key: string): string =>
  `${key.charAt(0).toUpperCase()}${key.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter}`)}`;

/** Unlike most bodies, this one may have unknown fields: the API ignores them. */
const Creation = z.object({ name: nonEmptyText('name'), type: z.enum(PROPERTY_TYPES) });

export const properties: SandboxNoun = {
  sections: [customProperties],
  handlers: {
    'GET /v1/contacts/properties': async ({ url, service }) => {
      const account = await service.store.read();
      return ok(url.searchParams.get('list') === 'custom' ? customProperties.of(account) : propertiesOf(account));
    },

    'POST /v1/contacts/properties': async ({ body, service }) => {
      const { name, type } = parseBody(Creation, body);
      if (RESERVED.includes(name)) throw new Refusal(400, `${name} is a reserved property name.`);
      await service.store.update((account) => {
        if (propertiesOf(account).some(({ key }) => key === name)) {
          throw new Refusal(service.variants.existingProperty, 'Property already exists.');
        }
        customProperties.of(account).push({ key: name, label: labelOf(name), type });
      });
      return ok({ success: true });
    },
  },
};
