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

/** The account and the files at one moment: what a run that is killed there leaves. */
interface Moment {
  readonly account: string;
  readonly files: ReadonlyMap<string, string>;
}

const momentOf = async (team: TestTeam, files: ReadonlyMap<string, string>): Promise<Moment> => ({
  account: json(await team.read()),
  files: new Map(files),
});

function begin({ account, files }: Moment): TestTeam & { files: Map<string, string> } {
  const directory = memoryDirectory(new Map(files));
  return Object.assign(testTeam(JSON.parse(account), directory), { files: directory.files });
}

const isWrite = (request: string): boolean => !request.startsWith('GET ');

let start: Moment;
let clean: {
  readonly essence: string;
  readonly writes: number;
  /** Before and after each write, by the place of the kill. */
  readonly moments: ReadonlyMap<string, Moment>;
};

beforeAll(async () => {
  const directory = memoryDirectory();
  const team = testTeam(smallAccount(), directory);
  await pull(team);
  change(directory.files);
  start = await momentOf(team, directory.files);
  const once = begin(start);
  const moments = new Map<string, Moment>();
  const note = async (when: string, request: string, number: number): Promise<void> => {
    if (isWrite(request)) moments.set(`${when} ${number}: ${request}`, await momentOf(once, once.files));
  };
  once.hooks = {
    before: (request, number) => note('before', request, number),
    after: (request, number) => note('after', request, number),
  };
  const { results } = await push(once);
  once.hooks = {};
  expect(results.filter(({ action }) => action === 'failed' || action === 'skipped')).toEqual([]);
  expect(results.length).toBeGreaterThanOrEqual(58);
  clean = { essence: essence(await once.read()), writes: moments.size / 2, moments };
  expect(clean.writes).toBeGreaterThan(results.length);
  expect(await plan(once)).toEqual([]);
});

async function requireSameEnd(team: TestTeam, where: string): Promise<void> {
  const account = await team.read();
  expect(twinsIn(account), where).toEqual([]);
  expect(essence(account), where).toBe(clean.essence);
  expect(await plan(team), where).toEqual([]);
}

describe('a push of about 60 changes', () => {
  it('is killed before and after each write, and a second run ends the same', async () => {
    for (const [where, moment] of clean.moments) {
      const team = begin(moment);
      const { stopped, results } = await push(team);
      expect([stopped, results.filter(({ action }) => action === 'failed')], where).toEqual([undefined, []]);
      await requireSameEnd(team, where);
    }
  });

  it.each(['before', 'after'] as const)('is interrupted %s a write in every run, until there is none', async (when) => {
    const team = begin(start);
    let runs = 0;
    for (let isDone = false; !isDone; runs++) {
      let writes = 0;
      // Before the first write of a run, nothing would ever be done.
      const last = when === 'before' ? 2 : 1;
      const stop = (request: string): void => {
        if (isWrite(request) && ++writes === last) throw interrupted();
      };
      team.hooks = { [when]: stop };
      isDone = await push(team).then(
        ({ stopped }) => stopped === undefined,
        () => false,
      );
      expect(runs).toBeLessThanOrEqual(clean.writes);
    }
    team.hooks = {};
    expect(runs).toBeGreaterThan(clean.writes / 2);
    await requireSameEnd(team, when);
  });
});
