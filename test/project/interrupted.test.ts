/** A push that ends at any request, and runs again: the same account as after one run, and no record twice. */
import { beforeAll, describe, expect, it } from 'vitest';
import { interrupted } from '../../src/errors.ts';
import type { TestAccount } from '../sandbox/account.ts';
import { memoryDirectory, smallAccount, type TestTeam, testTeam } from './account.ts';
import { plan, pull, push } from './sync.ts';

const json = (value: unknown): string => JSON.stringify(value);

/** About 60 changes: new records of every kind, with references to each other, and changed ones. */
function change(files: Map<string, string>): void {
  const groups = JSON.parse(files.get('groups.json') ?? '{}');
  for (let index = 0; index < 5; index++) {
    files.set(`themes/new-${index}.json`, json({ name: `New ${index}`, styles: { bodyColor: '#ffffff' } }));
    files.set(`components/new-${index}.json`, json({ name: `New ${index}` }));
    files.set(`components/new-${index}.lmx`, `<Paragraph paddingTop="0">Part ${index}</Paragraph>\n`);
    groups.transactional[`new-${index}`] = { name: `New ${index}` };
    groups.campaign[`new-${index}`] = { name: `New ${index}`, description: 'New' };
    const filter = {
      match: 'all',
      conditions: [{ type: 'property', key: 'plan', operator: 'equals', value: `p${index}` }],
    };
    files.set(`segments/new-${index}.json`, json({ name: `New ${index}`, filter }));
  }
  for (let index = 0; index < 14; index++) {
    const at = index % 5;
    const body = `<Style themeId="theme:new-${at}" />\n<H1 paddingBottom="4">Email ${index}</H1>\n<Component componentId="component:new-${at}" />\n`;
    files.set(
      `transactional/new-${index}/email.json`,
      json({ name: `New ${index}`, group: `group:new-${at}`, subject: `Subject ${index}`, fromName: 'Ada' }),
    );
    files.set(`transactional/new-${index}/email.lmx`, body);
    files.set(
      `campaigns/new-${index}/email.json`,
      json({ name: `New ${index}`, group: `campaign-group:new-${at}`, segment: `segment:new-${at}`, subject: 'News' }),
    );
    files.set(`campaigns/new-${index}/email.lmx`, body);
  }
  groups.transactional.billing.description = 'Changed';
  files.set('groups.json', json(groups));
  const edit = (path: string, from: string | RegExp, to: string) =>
    files.set(path, (files.get(path) ?? '').replace(from, to));
  edit('themes/coral.json', /"textLinkColor": "[^"]*"/, '"textLinkColor": "#123456"');
  edit('components/footer.lmx', 'rotas', 'Rotas');
  edit('transactional/password-reset/email.json', /"subject": "[^"]*"/, '"subject": "Changed"');
  edit('transactional/invoice-paid/email.lmx', '</H1>', ' again</H1>');
  edit('transactional/invoice-paid/email.json', '"Invoice paid"', '"Invoice paid again"');
}

/** The account without what depends on the order of requests: IDs by name, no times and revisions. */
function essence(account: TestAccount): string {
  const names = new Map<string, string>();
  const note = (kind: string, record: { id: string; name: string }) => names.set(record.id, `${kind} ${record.name}`);
  const { campaigns = [], components = [] } = account as unknown as {
    campaigns: { record: { id: string; name: string } }[];
    components: { id: string; name: string }[];
  };
  for (const one of account.themes) note('theme', one);
  for (const one of components) note('component', one);
  for (const one of account.transactionalGroups) note('group', one);
  for (const one of account.campaignGroups) note('campaign-group', one);
  for (const one of account.audienceSegments) note('segment', one);
  account.transactionalEmails.forEach(({ record }) => {
    note('email', record);
    if (record.draftEmailMessageId !== null) names.set(record.draftEmailMessageId, `draft ${record.name}`);
  });
  campaigns.forEach(({ record }) => {
    note('campaign', record);
    names.set((record as unknown as { emailMessageId: string }).emailMessageId, `message ${record.name}`);
  });
  const text = JSON.stringify(account, (key, value) =>
    /At$|[rR]evisionId$|^url$|^countedAt$/.test(key) ? undefined : value,
  ).replace(/\bc[a-z0-9]{24}\b/g, (id) => names.get(id) ?? id);
  const parsed = JSON.parse(text) as Record<string, unknown>;
  const sorted = Object.entries(parsed).map(([key, value]) => [
    key,
    Array.isArray(value)
      ? value.map((one) => JSON.stringify(one)).sort()
      : Object.entries(value as object)
          .map((one) => JSON.stringify(one))
          .sort(),
  ]);
  return JSON.stringify(sorted, null, 1);
}

const twinsIn = ({
  themes,
  transactionalEmails,
  transactionalGroups,
  campaignGroups,
  audienceSegments,
  ...rest
}: TestAccount): readonly string[] => {
  const { campaigns, components } = rest as unknown as {
    campaigns: { record: { name: string } }[];
    components: { name: string }[];
  };
  const lists = [
    themes,
    components,
    transactionalGroups,
    campaignGroups,
    audienceSegments,
    transactionalEmails.map(({ record }) => record),
    campaigns.map(({ record }) => record),
  ];
  return lists.flatMap((list) => {
    const names = list.map(({ name }) => name);
    return names.filter((name, index) => names.indexOf(name) !== index);
  });
};

interface Start {
  readonly account: TestAccount;
  readonly files: ReadonlyMap<string, string>;
}

let start: Start;
let clean: {
  readonly essence: string;
  readonly requests: readonly string[];
  readonly reads: number;
  readonly results: number;
};

const begin = (): TestTeam & { files: Map<string, string> } => {
  const directory = memoryDirectory(new Map(start.files));
  return Object.assign(testTeam(structuredClone(start.account), directory), { files: directory.files });
};

beforeAll(async () => {
  const directory = memoryDirectory();
  const team = testTeam(smallAccount(), directory);
  await pull(team);
  change(directory.files);
  start = { account: structuredClone(await team.read()), files: new Map(directory.files) };
  const once = begin();
  await plan(once);
  const reads = once.requests.length;
  once.requests.length = 0;
  const { results } = await push(once);
  expect(results.filter(({ action }) => action === 'failed' || action === 'skipped')).toEqual([]);
  expect(results.length).toBeGreaterThanOrEqual(58);
  clean = { essence: essence(await once.read()), requests: [...once.requests], reads, results: results.length };
  expect(await plan(once)).toEqual([]);
});

describe('a push of about 60 changes', () => {
  it('is killed before and after each request, and a second run ends the same', { timeout: 120_000 }, async () => {
    for (const lost of [false, true]) {
      for (let at = clean.reads + 1; at <= clean.requests.length; at++) {
        const team = begin();
        const kill = (_: string, number: number): void => {
          if (number === at) throw interrupted();
        };
        team.hooks = lost ? { after: kill } : { before: kill };
        // A request that is refused has no response to lose.
        const first = await push(team).then(
          ({ results }) => results.length,
          () => 'killed',
        );
        expect([clean.results, 'killed']).toContain(first);
        team.hooks = {};
        const second = await push(team);
        const where = `${lost ? 'after' : 'before'} ${at}: ${clean.requests[at - 1]}`;
        expect(second.stopped, where).toBeUndefined();
        expect(
          second.results.filter(({ action }) => action === 'failed'),
          where,
        ).toEqual([]);
        const account = await team.read();
        expect(twinsIn(account), where).toEqual([]);
        expect(essence(account), where).toBe(clean.essence);
        expect(await plan(team), where).toEqual([]);
      }
    }
  });
});
