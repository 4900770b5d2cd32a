/** Workflows and their emails in a project. */
import { describe, expect, it } from 'vitest';
import { interrupted } from '../../src/errors.ts';
import { changeMailingList, updateNode } from '../../src/nouns/workflow/write-operations.ts';
import { seedAccount, type TestAccount } from '../sandbox/account.ts';
import { memoryDirectory, smallAccount, type TestTeam, testTeam } from './account.ts';
import { plan, prepare, pull, push } from './sync.ts';

const WORKFLOWS = ['NPS survey 2027', 'Newsletter welcome', 'Win-back'];

/** Workflows that can be edited, with the segments that they refer to. */
function accountWith(names: readonly string[], teamName?: string): TestAccount {
  const { workflows, audienceSegments } = seedAccount();
  return {
    ...smallAccount(teamName),
    audienceSegments,
    workflows: workflows.filter(({ name }) => names.includes(name)),
  };
}

type Files = Map<string, string>;
type Node = Record<string, unknown>;

async function begin(names = WORKFLOWS) {
  const directory = memoryDirectory();
  const team = testTeam(accountWith(names), directory);
  await pull(team);
  return { team, files: directory.files };
}

const workflowAt = (files: Files, key: string): { nodes: Record<string, Node> } & Node =>
  JSON.parse(files.get(`workflows/${key}.json`) ?? '');

function editNodes(files: Files, key: string, edit: (nodes: Record<string, Node>) => void): void {
  const workflow = workflowAt(files, key);
  edit(workflow.nodes);
  files.set(`workflows/${key}.json`, JSON.stringify(workflow));
}

const writeEmail = (files: Files, path: string, subject: string): void => {
  files.set(`workflows/${path}.json`, JSON.stringify({ subject, fromName: 'Ada' }));
  files.set(`workflows/${path}.lmx`, `<H1>${subject}</H1>\n`);
};

/** A wait becomes longer, an email and a filter are new, another email is gone, and a whole workflow is new. */
function change(files: Files): void {
  editNodes(files, 'newsletter-welcome', (nodes) => {
    const hello = Object.keys(nodes)[1] ?? '';
    Object.assign(nodes['wait'] as Node, { amount: 3, next: 'only-some' });
    nodes['only-some'] = { type: 'AudienceFilter', segment: 'segment:admins', next: 'tips' };
    nodes['tips'] = { type: 'SendEmailAction', next: 'exit' };
    expect(nodes[hello]).toEqual({ type: 'SendEmailAction', next: 'wait' });
    delete nodes['the-five-issues-people-keep-forwarding'];
  });
  for (const end of ['json', 'lmx']) {
    files.delete(`workflows/newsletter-welcome/the-five-issues-people-keep-forwarding.${end}`);
  }
  writeEmail(files, 'newsletter-welcome/tips', 'Five tips');
  const nodes = {
    start: { ...workflowAt(files, 'win-back').nodes['trigger'], reEligible: true, next: 'choice' },
    choice: { type: 'BranchNode', next: ['admins', 'others'] },
    admins: { type: 'AudienceFilter', segment: 'segment:admins', next: 'hello' },
    others: { type: 'AudienceFilter', next: 'end' },
    hello: { type: 'SendEmailAction', next: 'end' },
    end: { type: 'ExitAction' },
  };
  files.set('workflows/brand-new.json', JSON.stringify({ name: 'Brand new', description: 'From files', nodes }));
  writeEmail(files, 'brand-new/hello', 'Hello');
}

/** What a pull into an empty directory writes. */
async function essence(team: TestTeam): Promise<Record<string, string>> {
  const directory = memoryDirectory();
  const other = testTeam(structuredClone(await team.read()), directory);
  await pull(other);
  directory.files.delete('loops.production.lock');
  return Object.fromEntries([...directory.files].sort());
}

describe('workflows in a project', () => {
  it('are pulled with their emails, and a second pull changes no byte', async () => {
    const { team, files } = await begin();
    const before = new Map(files);
    expect(await plan(team)).toEqual([]);
    await pull(team);
    expect([...files]).toEqual([...before]);
    expect(workflowAt(files, 'newsletter-welcome')).toMatchObject({ mailingList: 'list:Brightwater Bulletin' });
    expect([...files.keys()]).toContain('workflows/win-back/a-month-on-us.lmx');
  });

  it('are pushed by edits of their nodes, and the next plan is empty', async () => {
    const { team, files } = await begin();
    change(files);
    const { changes } = await prepare(team);
    const diff = changes.find(({ address }) => address === 'workflow:newsletter-welcome')?.diff;
    expect(diff).toEqual([
      '-wait: Wait 1 day, then the-five-issues-people-keep-forwarding',
      '+wait: Wait 3 days, then only-some',
      '-the-five-issues-people-keep-forwarding: Send "the-five-issues-people-keep-forwarding", then exit',
      '+only-some: Only contacts in segment admins, then tips',
      '+tips: Send "tips", then exit',
    ]);
    const { results } = await push(team);
    expect(
      results.map(({ action, address, failure }) => `${action} ${address} ${failure?.message ?? ''}`.trim()),
    ).toEqual([
      'created workflow:brand-new',
      'updated workflow:newsletter-welcome',
      'created workflow-email:brand-new/hello',
      'created workflow-email:newsletter-welcome/tips',
    ]);
    expect(await plan(team)).toEqual([]);
    const before = new Map(files);
    await pull(team);
    expect([...files].filter(([path, text]) => before.get(path) !== text).map(([path]) => path)).toEqual([]);
  });
});

describe('a push of workflows', () => {
  it('is killed before and after each write, and a second run ends the same', async () => {
    const start = await begin();
    change(start.files);
    const account = JSON.stringify(await start.team.read());
    const again = (files: Files, text = account) => {
      const directory = memoryDirectory(new Map(files));
      return { team: testTeam(JSON.parse(text), directory), files: directory.files };
    };
    const once = again(start.files);
    const moments = new Map<string, { account: string; files: Files }>();
    const note = async (request: string, number: number, when: string) => {
      if (request.startsWith('GET ')) return;
      moments.set(`${when} ${number}: ${request}`, {
        account: JSON.stringify(await once.team.read()),
        files: new Map(once.files),
      });
    };
    once.team.hooks = {
      before: (request, number) => note(request, number, 'before'),
      after: (request, number) => note(request, number, 'after'),
    };
    await push(once.team);
    once.team.hooks = {};
    const clean = await essence(once.team);
    expect(moments.size).toBeGreaterThan(25);
    for (const [where, moment] of moments) {
      const { team } = again(moment.files, moment.account);
      const { stopped, results } = await push(team);
      expect([stopped, results.filter(({ action }) => action === 'failed' || action === 'skipped')], where).toEqual([
        undefined,
        [],
      ]);
      expect(await essence(team), where).toEqual(clean);
      expect(await plan(team), where).toEqual([]);
    }
  });
});
void [interrupted, changeMailingList, updateNode];
