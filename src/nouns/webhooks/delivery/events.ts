/** The 17 kinds of events of the service, and a payload of each. Source: the service's public webhook documentation. */

export type Payload = Readonly<Record<string, unknown>>;

/** Where the values of a sample may come from instead: things that the sandbox really has. */
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

/** What an email came from, by its sourceType: each has an ID of its own name. */
const SOURCES: Readonly<Record<string, (data: SampleData) => Payload>> = {
  transactional: ({ transactional }) => ({ transactionalId: transactional.id }),
  campaign: () => ({ campaignId: campaign.campaignId }),
  loop: ({ loop }) => ({ loopId: loop.id }),
};

/** What becomes of an email, whatever it came from; `usual` unless told. */
const emailEvent =
  (usual: string) =>
  (data: SampleData, sourceType = usual): Payload => ({
    contactIdentity,
    email: emailOf(data),
    sourceType,
    ...(Object.hasOwn(SOURCES, sourceType) ? SOURCES[sourceType]?.(data) : {}),
  });

const sent = emailEvent('transactional');

/** People open, click and unsubscribe from what campaigns and workflows send. */
const engaged = emailEvent('loop');

export interface EventKind {
  readonly name: string;
  /** When the service sends it, without a full stop. */
  readonly when: string;
  /** What its payload has besides the envelope. */
  readonly body: (data: SampleData, sourceType?: string) => Payload;
}

export const EVENT_KINDS: readonly EventKind[] = [
  { name: 'contact.created', when: 'A contact was added', body: () => ({ contactIdentity, contact }) },
  { name: 'contact.deleted', when: 'A contact was deleted', body: () => ({ contactIdentity }) },
  { name: 'contact.unsubscribed', when: 'A contact left all emails', body: () => ({ contactIdentity }) },
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
    when: 'An email of a campaign was sent',
    body: (data) => ({ contactIdentity, ...campaign, email: emailOf(data), mailingLists: [mailingList] }),
  },
  {
    name: 'loop.email.sent',
    when: 'An email of a workflow was sent',
    body: (data) => ({
      contactIdentity,
      loopId: data.loop.id,
      loopName: data.loop.name,
      email: emailOf(data),
      mailingLists: [mailingList],
    }),
  },
  { name: 'email.delivered', when: 'An email was delivered', body: sent },
  { name: 'email.softBounced', when: 'An email could not be delivered for now', body: sent },
  { name: 'email.hardBounced', when: 'An email can never be delivered', body: sent },
  { name: 'email.spamReported', when: 'An email was reported as spam', body: sent },
  { name: 'email.opened', when: 'An email was opened', body: engaged },
  { name: 'email.clicked', when: 'A link in an email was clicked', body: engaged },
  { name: 'email.unsubscribed', when: 'A contact unsubscribed in an email', body: engaged },
  { name: 'email.resubscribed', when: 'A contact subscribed again in an email', body: engaged },
  {
    name: 'testing.testEvent',
    when: 'A test was sent from the settings',
    body: () => ({ message: 'This is a test event.' }),
  },
];

export const EVENT_NAMES = EVENT_KINDS.map(({ name }) => name) as [string, ...string[]];

/** A payload as the service sends it; throws for a name that is not in the list. `sourceType` is for email events. */
export function samplePayload(
  name: string,
  now: Date,
  data: SampleData = SAMPLE_DATA,
  sourceType?: string | undefined,
): Payload {
  const kind = EVENT_KINDS.find((candidate) => candidate.name === name);
  if (kind === undefined) throw new Error(`There is no event ${name}`);
  return {
    eventName: kind.name,
    eventTime: Math.floor(now.getTime() / 1000),
    webhookSchemaVersion: '1.0.0',
    ...kind.body(data, sourceType),
  };
}

/** The paths of all values in a payload, `contactIdentity.email`; of a list, those of its items. */
export function fieldPaths(value: unknown, prefix = ''): readonly string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => fieldPaths(item, `${prefix}[]`)))];
  if (typeof value !== 'object' || value === null) return [prefix];
  return Object.entries(value).flatMap(([name, inner]) =>
    fieldPaths(inner, prefix === '' ? name : `${prefix}.${name}`),
  );
}
