/** A field of a record of every kind, as people edit it in files and in the account. */
import type { Operation } from '../../src/define/operation.ts';
import { updateCampaign } from '../../src/nouns/campaigns/operations.ts';
import { updateComponent } from '../../src/nouns/components/operations.ts';
import { updateCampaignGroup, updateTransactionalGroup } from '../../src/nouns/groups/operations.ts';
import { updateMessage } from '../../src/nouns/messages/operations.ts';
import { updateTheme } from '../../src/nouns/themes/operations.ts';
import { ensureDraft, updateTransactional } from '../../src/nouns/transactional/operations.ts';
import { updateNode, updateWorkflow } from '../../src/nouns/workflow/write-operations.ts';
import { seedAccount, type TestAccount } from '../sandbox/account.ts';
import { smallAccount, type TestTeam } from './account.ts';

type Fields = Record<string, unknown>;
type Files = Map<string, string>;

export interface Place {
  readonly address: string;
  readonly field: string;
  /** Different values for different numbers. */
  value(number: number): unknown;
  here(files: Files): unknown;
  editHere(files: Files, value: unknown): void;
  /** Undefined for what the account does not show. */
  there?(team: TestTeam): Promise<unknown>;
  editThere?(team: TestTeam, value: unknown): Promise<void>;
}

const WORKFLOW = 'Newsletter welcome';

/** One record of each kind, and all that it refers to. */
export function everyKind(): TestAccount {
  const seeded = seedAccount() as TestAccount & { campaigns: { record: { name: string } }[] };
  const small = smallAccount();
  return {
    ...small,
    themes: small.themes.slice(0, 2),
    transactionalEmails: small.transactionalEmails.filter(({ record }) => record.name === 'Password reset'),
    campaigns: seeded.campaigns.filter(({ record }) => record.name === 'Holiday opening hours'),
    workflows: seeded.workflows.filter(({ name }) => name === WORKFLOW),
  } as TestAccount;
}

const text = (number: number): string => `value${number}`;
const color = (number: number): string => `#${number.toString(16).padStart(6, '0')}`;

/** The value at a path of an object, or of an object inside. */
function at(value: unknown, path: readonly string[]): Fields {
  return path.reduce((inner, name) => inner[name] as Fields, value as Fields);
}

/** In a JSON file. */
const inJson = (file: string, ...path: readonly string[]): Pick<Place, 'here' | 'editHere'> => {
  const [name = '', outer] = [path.at(-1), path.slice(0, -1)];
  return {
    here: (files) => at(JSON.parse(files.get(file) ?? '{}'), outer)[name],
    editHere: (files, value) => {
      const whole: unknown = JSON.parse(files.get(file) ?? '{}');
      at(whole, outer)[name] = value;
      files.set(file, JSON.stringify(whole));
    },
  };
};

/** The value of a body, which the API writes in its own way. */
const inBody = (lmx: unknown): string | undefined => /value\d+/.exec(String(lmx))?.[0];
const bodyOf = (value: unknown): string => `<Paragraph>${value}</Paragraph>\n`;

const inFile = (file: string): Pick<Place, 'here' | 'editHere'> => ({
  here: (files) => inBody(files.get(file)),
  editHere: (files, value) => void files.set(file, bodyOf(value)),
});

/** A field with LMX. */
const withBody = ({ there, editThere }: Pick<Place, 'there' | 'editThere'>): Pick<Place, 'there' | 'editThere'> => ({
  there: async (team) => inBody(await there?.(team)),
  editThere: async (team, value) => editThere?.(team, bodyOf(value)),
});

interface Section {
  readonly campaigns: readonly { readonly record: { readonly id: string; readonly emailMessageId: string } }[];
  readonly components: readonly { readonly id: string; readonly name: string; readonly lmx: string }[];
  readonly emailMessages: Readonly<Record<string, Fields>>;
}

const read = async (team: TestTeam): Promise<TestAccount & Section> => (await team.read()) as TestAccount & Section;

/** A message, by what it belongs to. Nobody has written it before the first edit. */
const inMessage = (
  field: string,
  idOf: (account: TestAccount & Section) => string | null | undefined,
): Pick<Place, 'there' | 'editThere'> => ({
  there: async (team) => {
    const account = await read(team);
    return account.emailMessages[idOf(account) ?? '']?.[field];
  },
  editThere: async (team, value) => {
    const [email] = (await read(team)).transactionalEmails;
    await team.call(ensureDraft, { transactionalId: email?.record.id });
    await team.call(updateMessage, { emailMessageId: idOf(await read(team)), [field]: value });
  },
});

/** A field of a record that an operation changes. */
const inRecord = (
  recordOf: (account: TestAccount & Section) => object | undefined,
  operation: Operation,
  id: string,
  path: readonly string[],
): Pick<Place, 'there' | 'editThere'> => {
  const [name = '', outer] = [path.at(-1), path.slice(0, -1)];
  const record = async (team: TestTeam): Promise<Fields> => (recordOf(await read(team)) ?? {}) as Fields;
  return {
    there: async (team) => at(await record(team), outer)[name],
    editThere: async (team, value) => {
      const sent = path.reduceRight<unknown>((inner, one) => ({ [one]: inner }), value) as Fields;
      await team.call(operation, { [id]: (await record(team))['id'], ...sent });
    },
  };
};

const draftOf = ({ transactionalEmails: [email] }: TestAccount) =>
  email?.record.draftEmailMessageId ?? email?.record.publishedEmailMessageId;
const campaignOf = ({ campaigns: [campaign] }: Section) => campaign?.record;
const workflowOf = ({ workflows: [workflow] }: TestAccount) => workflow;
const nodeOf = (account: TestAccount, type: string) =>
  Object.values(workflowOf(account)?.nodes ?? {}).find(({ typeName }) => typeName === type) as Fields | undefined;
const groupNamed = (name: string) => (account: TestAccount) =>
  [...account.transactionalGroups, ...account.campaignGroups].find((group) => group.name === name);
const componentOf = ({ components }: Section) => components.find(({ name }) => name === 'Footer');
const themeOf = ({ themes }: TestAccount) => themes.find(({ isDefault }) => !isDefault);

const EMAIL = 'transactional/password-reset/email';
const CAMPAIGN = 'campaigns/holiday-opening-hours/email';
const FLOW = 'workflows/newsletter-welcome';

/** `firstEmail` is the key of an email of the workflow. */
export const placesOf = (firstEmail: string): readonly Place[] => [
  {
    ...{ address: 'theme:coral', field: 'name', value: text },
    ...inJson('themes/coral.json', 'name'),
    ...inRecord(themeOf, updateTheme, 'id', ['name']),
  },
  {
    ...{ address: 'theme:coral', field: 'styles', value: color },
    ...inJson('themes/coral.json', 'styles', 'bodyColor'),
    ...inRecord(themeOf, updateTheme, 'id', ['styles', 'bodyColor']),
  },
  {
    ...{ address: 'component:footer', field: 'lmx', value: text },
    ...inFile('components/footer.lmx'),
    ...withBody(inRecord(componentOf, updateComponent, 'componentId', ['lmx'])),
  },
  {
    ...{ address: 'group:billing', field: 'description', value: text },
    ...inJson('groups.json', 'transactional', 'billing', 'description'),
    ...inRecord(groupNamed('Billing'), updateTransactionalGroup, 'id', ['description']),
  },
  {
    ...{ address: 'campaign-group:retail', field: 'description', value: text },
    ...inJson('groups.json', 'campaign', 'retail', 'description'),
    ...inRecord(groupNamed('Retail'), updateCampaignGroup, 'id', ['description']),
  },
  {
    ...{ address: 'segment:admins', field: 'description', value: text },
    ...inJson('segments/admins.json', 'description'),
    there: async (team) => (await team.read()).audienceSegments.find(({ name }) => name === 'Admins')?.description,
    editThere: (team, description) =>
      team.edit(({ audienceSegments }) => {
        const segment = audienceSegments.find(({ name }) => name === 'Admins');
        Object.assign(segment ?? {}, { description, updatedAt: `${description}` });
      }),
  },
  {
    ...{ address: 'transactional:password-reset', field: 'name', value: text },
    ...inJson(`${EMAIL}.json`, 'name'),
    ...inRecord(({ transactionalEmails: [email] }) => email?.record, updateTransactional, 'transactionalId', ['name']),
  },
  ...['subject', 'previewText'].map(
    (field): Place => ({
      ...{ address: 'transactional:password-reset', field, value: text },
      ...inJson(`${EMAIL}.json`, field),
      ...inMessage(field, draftOf),
    }),
  ),
  {
    ...{ address: 'transactional:password-reset', field: 'lmx', value: text },
    ...inFile(`${EMAIL}.lmx`),
    ...withBody(inMessage('lmx', draftOf)),
  },
  {
    ...{ address: 'campaign:holiday-opening-hours', field: 'name', value: text },
    ...inJson(`${CAMPAIGN}.json`, 'name'),
    ...inRecord(campaignOf, updateCampaign, 'campaignId', ['name']),
  },
  {
    ...{ address: 'campaign:holiday-opening-hours', field: 'subject', value: text },
    ...inJson(`${CAMPAIGN}.json`, 'subject'),
    ...inMessage('subject', (account) => campaignOf(account)?.emailMessageId),
  },
  {
    ...{ address: 'workflow:newsletter-welcome', field: 'description', value: text },
    ...inJson(`${FLOW}.json`, 'description'),
    there: async (team) => workflowOf(await team.read())?.description,
    editThere: async (team, description) => {
      const { id, workflowRevisionId } = workflowOf(await team.read()) ?? {};
      await team.call(updateWorkflow, { id, expectedRevisionId: workflowRevisionId, description });
    },
  },
  {
    ...{ address: 'workflow:newsletter-welcome', field: 'nodes', value: (number) => number },
    ...inJson(`${FLOW}.json`, 'nodes', 'wait', 'amount'),
    there: async (team) => nodeOf(await team.read(), 'TimerAction')?.['amount'],
    editThere: async (team, amount) => {
      const account = await team.read();
      const { id, workflowRevisionId } = workflowOf(account) ?? {};
      const nodeId = nodeOf(account, 'TimerAction')?.['id'];
      const payload = { amount, unit: 'd' };
      await team.call(updateNode, { id, nodeId, expectedRevisionId: workflowRevisionId, payload });
    },
  },
  {
    ...{ address: `workflow-email:newsletter-welcome/${firstEmail}`, field: 'subject', value: text },
    ...inJson(`${FLOW}/${firstEmail}.json`, 'subject'),
    ...inMessage('subject', (account) => nodeOf(account, 'SendEmailAction')?.['emailMessageId'] as string),
  },
  {
    ...{ address: 'image:logo.gif', field: 'hash', value: (number) => `GIF89a${number}` },
    here: (files) => files.get('images/logo.gif'),
    editHere: (files, value) => void files.set('images/logo.gif', String(value)),
  },
];
