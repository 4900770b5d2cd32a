/** The 17 event types, with a sample payload of each. Source: the public webhook documentation of Loops. */

export type Payload = Readonly<Record<string, unknown>>;

/** Values that the sandbox replaces with its own. */
export interface SampleData {
  readonly transactional: { readonly id: string; readonly name: string; readonly emailMessageId: string };
  readonly loop: { readonly id: string; readonly name: string };
}

const CONTACT_ID = 'cll6b3i8901a9jx0oyktl2m4u';
const EMAIL = 'ada@example.com';

export const SAMPLE_DATA: SampleData = {
  transactional: {
    id: 'clfn0k1yg001imo0fdeqg30i8',
    name: 'Password reset',
    emailMessageId: 'cm4t1suns001uw6atri87v54s',
  },
  loop: { id: 'cm3vkuvqj0008ky9xcrz1ln7t', name: 'Onboarding' },
};

const contactIdentity = { id: CONTACT_ID, email: EMAIL, userId: 'user_42' };

const contact = {
  id: CONTACT_ID,
  email: EMAIL,
  firstName: 'Ada',
  lastName: 'Lovelace',
  source: 'API',
  subscribed: true,
  userGroup: '',
  userId: 'user_42',
  mailingLists: { cm06f5v0e45nf0ml5754o9cix: true },
  /** accepted, pending, rejected or null. */
  optInStatus: 'accepted',
};

const mailingList = {
  id: 'cm06f5v0e45nf0ml5754o9cix',
  name: 'Product news',
  description: 'What is new, once a month',
  isPublic: true,
};

const emailOf = ({ transactional }: SampleData) => ({
  id: 'cm4t1sseg004tje7982991nan',
  emailMessageId: transactional.emailMessageId,
  subject: 'Hello from Loops',
});

const campaign = { campaignId: 'cm4t1w2i50009wd0pqg8d9c1m', campaignName: 'Spring release' };

/** The ID field of each sourceType. */
export const SOURCE_IDS = { transactional: 'transactionalId', campaign: 'campaignId', loop: 'loopId' } as const;
export type SourceType = keyof typeof SOURCE_IDS;

const SOURCES: Readonly<Record<SourceType, (data: SampleData) => string>> = {
  transactional: ({ transactional }) => transactional.id,
  campaign: () => campaign.campaignId,
  loop: ({ loop }) => loop.id,
};

const isSourceType = (text: string): text is SourceType => Object.hasOwn(SOURCES, text);

/** An event of an email from any source. */
const emailEvent =
  (defaultSource: SourceType) =>
  (data: SampleData, sourceType: string = defaultSource): Payload => ({
    contactIdentity,
    email: emailOf(data),
    sourceType,
    ...(isSourceType(sourceType) ? { [SOURCE_IDS[sourceType]]: SOURCES[sourceType](data) } : {}),
  });

const fromAnySource = {
  sourceTypes: ['transactional', 'campaign', 'loop'],
  body: emailEvent('transactional'),
} as const;

/** Opens, clicks and unsubscribes exist only for campaigns and workflows. */
const fromMarketing = { sourceTypes: ['campaign', 'loop'], body: emailEvent('loop') } as const;

export interface EventType {
  readonly name: string;
  /** When the event is sent, without a period. */
  readonly when: string;
  /** Where the email can come from, for events that name a source. */
  readonly sourceTypes?: readonly SourceType[];
  /** The fields of its payload, without the envelope. */
  readonly body: (data: SampleData, sourceType?: string) => Payload;
}

export const EVENT_TYPES: readonly EventType[] = [
  { name: 'contact.created', when: 'A contact was added', body: () => ({ contactIdentity, contact }) },
  { name: 'contact.deleted', when: 'A contact was deleted', body: () => ({ contactIdentity }) },
  { name: 'contact.unsubscribed', when: 'A contact unsubscribed from all emails', body: () => ({ contactIdentity }) },
  {
    name: 'contact.mailingList.subscribed',
    when: 'A contact joined a mailing list',
    body: () => ({ contactIdentity, mailingList }),
  },
  {
    name: 'contact.mailingList.unsubscribed',
    when: 'A contact left a mailing list',
    body: () => ({ contactIdentity, mailingList }),
  },
  {
    name: 'transactional.email.sent',
    when: 'A transactional email was sent',
    body: (data) => ({
      contactIdentity,
      transactionalId: data.transactional.id,
      transactionalName: data.transactional.name,
      email: emailOf(data),
    }),
  },
  {
    name: 'campaign.email.sent',
    when: 'A campaign email was sent',
    body: (data) => ({ contactIdentity, ...campaign, email: emailOf(data), mailingLists: [mailingList] }),
  },
  {
    name: 'loop.email.sent',
    when: 'A workflow email was sent',
    body: (data) => ({
      contactIdentity,
      loopId: data.loop.id,
      loopName: data.loop.name,
      email: emailOf(data),
      mailingLists: [mailingList],
    }),
  },
  { name: 'email.delivered', when: 'An email was delivered', ...fromAnySource },
  { name: 'email.softBounced', when: 'An email bounced temporarily', ...fromAnySource },
  { name: 'email.hardBounced', when: 'An email bounced permanently', ...fromAnySource },
  { name: 'email.spamReported', when: 'An email was reported as spam', ...fromAnySource },
  { name: 'email.opened', when: 'An email was opened', ...fromMarketing },
  { name: 'email.clicked', when: 'A link in an email was clicked', ...fromMarketing },
  { name: 'email.unsubscribed', when: 'A contact unsubscribed through an email', ...fromMarketing },
  { name: 'email.resubscribed', when: 'A contact resubscribed through an email', ...fromMarketing },
  {
    name: 'testing.testEvent',
    when: 'A test event was sent from the settings',
    body: () => ({ message: 'test' }),
  },
];

export const EVENT_NAMES = EVENT_TYPES.map(({ name }) => name) as [string, ...string[]];

/** The envelope of every payload. */
export const ENVELOPE: readonly string[] = ['eventName', 'eventTime', 'webhookSchemaVersion'];

/** A sample payload. Throws for an unknown name. `sourceType` is for email events. */
export function samplePayload(
  name: string,
  now: Date,
  data: SampleData = SAMPLE_DATA,
  sourceType?: string | undefined,
): Payload {
  const type = EVENT_TYPES.find((candidate) => candidate.name === name);
  if (type === undefined) throw new Error(`Unknown event ${name}`);
  return {
    eventName: type.name,
    eventTime: Math.floor(now.getTime() / 1000),
    webhookSchemaVersion: '1.0.0',
    ...type.body(data, sourceType),
  };
}

/** The paths of all values, `contactIdentity.email`, including those in the items of a list. */
export function fieldPaths(value: unknown, prefix = ''): readonly string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => fieldPaths(item, `${prefix}[]`)))];
  if (typeof value !== 'object' || value === null) return [prefix];
  return Object.entries(value).flatMap(([name, inner]) =>
    fieldPaths(inner, prefix === '' ? name : `${prefix}.${name}`),
  );
}
