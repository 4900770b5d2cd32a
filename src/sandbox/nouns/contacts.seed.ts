/** The seeded contacts, all invented: with and without a user ID, unsubscribed, suppressed, and with lists that they left. */
import type { Contact } from '../../nouns/contacts/operations.ts';
import { seedId } from '../identifiers.ts';
import { mailingListId } from './lists.ts';

/** What the service keeps of a contact. */
export interface SavedContact {
  readonly contact: Contact & { readonly id: string; readonly email: string };
  /** Lists that the person left: the team can't add the contact to them again. */
  readonly leftLists: readonly string[];
}

interface Row {
  readonly email: string;
  readonly name: readonly [first: string, last: string];
  readonly userId?: string;
  readonly subscribed?: false;
  readonly optInStatus?: 'accepted' | 'pending' | 'rejected';
  readonly lists?: readonly string[];
  /** Lists that the person left. */
  readonly left?: readonly string[];
  readonly properties?: Readonly<Record<string, string | number | boolean>>;
}

const ROWS: readonly Row[] = [
  {
    email: 'ada@example.com',
    name: ['Ada', 'Brook'],
    userId: 'user_42',
    optInStatus: 'accepted',
    lists: ['Product updates', 'Beta testers'],
    properties: { plan: 'team', teamSize: 24, aiRotaBeta: true, trialEndsOn: '2026-11-28T00:00:00.000Z' },
  },
  // No user ID.
  { email: 'ben@example.com', name: ['Ben', 'Okafor'], lists: ['Offers'], properties: { plan: 'trial', teamSize: 3 } },
  // Found by the user ID that ada@example.com might be given by mistake.
  { email: 'clara@acme.test', name: ['Clara', 'Novak'], userId: 'user_43', properties: { plan: 'business' } },
  { email: 'dan@acme.test', name: ['Dan', 'Reyes'], userId: 'user_44', subscribed: false, optInStatus: 'rejected' },
  {
    email: 'elise@example.com',
    name: ['Élise', 'Martin'],
    userId: 'user_45',
    lists: ['Nouvelles de France'],
    left: ['Product tips'],
    properties: { plan: 'team', language: 'fr', companyName: 'Café Lumière' },
  },
  { email: 'emi@example.com', name: ['恵美', '佐藤'], lists: ['日本向けニュース'], properties: { language: 'ja' } },
  {
    email: 'finn+rota@example.com',
    name: ['Finn', 'O’Hara'],
    userId: 'user/46',
    optInStatus: 'pending',
    properties: { title: 'Manager', seats: 5, paymentOverdue: false },
  },
  { email: 'gone@acme.test', name: ['Gus', 'Lind'], userId: 'user_47' },
  { email: 'hana@acme.test', name: ['Hana', 'Weiss'], userId: 'user_48' },
  { email: 'ivan@acme.test', name: ['Ivan', 'Costa'], userId: 'user_49' },
  { email: 'jo@acme.test', name: ['Jo', 'Marsh'], userId: 'user_50' },
  { email: 'kim@acme.test', name: ['Kim', 'Larsen'], userId: 'user_51' },
  { email: 'lea@acme.test', name: ['Lea', 'Duarte'], userId: 'user_52' },
  // Receives the scheduled campaign.
  {
    email: 'mia@example.com',
    name: ['Mia', 'Hansen'],
    userId: 'user_53',
    lists: ['Offers', 'Product updates'],
    properties: { plan: 'business', teamSize: 140 },
  },
];

/** More than can be removed within 30 days. */
export const SUPPRESSED: readonly string[] = ['gone', 'hana', 'ivan', 'jo', 'kim', 'lea'].map(
  (name) => `${name}@acme.test`,
);

export const seededContacts = (): readonly SavedContact[] =>
  ROWS.map(({ email, name: [firstName, lastName], lists = [], left = [], ...row }) => {
    const contact: SavedContact['contact'] = {
      id: seedId('contact', email),
      email,
      firstName,
      lastName,
      source: 'API',
      subscribed: row.subscribed ?? true,
      userGroup: '',
      userId: row.userId ?? null,
      mailingLists: Object.fromEntries([
        ...lists.map((list) => [mailingListId(list), true] as const),
        ...left.map((list) => [mailingListId(list), false] as const),
      ]),
      optInStatus: row.optInStatus ?? null,
      ...row.properties,
    };
    return { contact, leftLists: left.map(mailingListId) };
  });
