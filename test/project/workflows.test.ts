/** Workflows and their emails in a project. */
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/errors.ts';
import { updateMessage } from '../../src/nouns/messages/operations.ts';
import { updateNode } from '../../src/nouns/workflow/write-operations.ts';
import { seedAccount, type TestAccount } from '../sandbox/account.ts';
import { memoryDirectory, smallAccount, type TestTeam, testTeam } from './account.ts';
import { plan, prepare, pull, push } from './sync.ts';

const WORKFLOWS = ['NPS survey 2027', 'Newsletter welcome', 'Win-back'];

/** Workflows that can be edited, with the segments that they refer to. */
function accountWith(names: readonly string[], teamName?: string): TestAccount {
  const { workflows, audienceSegments } = seedAccount();
  return {
    ...smallAccount(teamName),
    transactionalEmails: [],
    audienceSegments,
    workflows: workflows.filter(({ name }) => names.includes(name)),
  };
}

type Files = Map<string, string>;
type Node = Record<string, unknown>;

async function begin(names: readonly string[] = WORKFLOWS) {
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

/** What an empty plan does not show: records and nodes that are there twice. */
async function countsOf(team: TestTeam): Promise<readonly string[]> {
  const { workflows } = await team.read();
  return workflows.map(({ name, nodes }) => `${name}: ${Object.keys(nodes).length}`).sort();
}

describe('a new workflow that cannot be read', () => {
  const cases = [
    ['its graph', /workflows\/[^/]+$/],
    ['a node', /workflows\/[^/]+\/nodes\//],
  ] as const;

  it.each(cases)('(%s) is reported, and everything but its emails is pulled', async (_, lost) => {
    const directory = memoryDirectory();
    const account = accountWith(WORKFLOWS);
    const team = testTeam(account, directory);
    const id = account.workflows.find(({ name }) => name === 'Newsletter welcome')?.id ?? '';
    const fail = (request: string): void => {
      if (lost.test(request) && request.includes(id)) throw new Failure('not_found', 'It cannot be read.');
    };
    team.hooks = { before: fail };
    const results = await pull(team);
    const key = 'workflow:newsletter-welcome';
    expect(results.filter(({ action }) => action !== 'created')).toMatchObject([{ address: key, action: 'unread' }]);
    const paths = () => [...directory.files.keys()].filter((path) => path.startsWith('workflows/'));
    expect(paths()).toContain('workflows/win-back/a-month-on-us.lmx');
    expect(paths().filter((path) => path.startsWith('workflows/newsletter-welcome'))).toEqual([]);
    expect(await plan(team)).toEqual([]);
    team.hooks = {};
    expect((await pull(team)).map(({ action }) => action)).not.toContain('conflict');
    expect(paths()).toContain('workflows/newsletter-welcome.json');
    expect(await plan(team)).toEqual([]);
  });
});

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

/** The files of a workflow have another name, and it has another email. */
function renameAndChange(files: Files): void {
  editNodes(files, 'newsletter-welcome', (nodes) => {
    Object.assign(nodes['wait'] as Node, { amount: 3, next: 'tips' });
    nodes['tips'] = { type: 'SendEmailAction', next: 'the-five-issues-people-keep-forwarding' };
  });
  writeEmail(files, 'newsletter-welcome/tips', 'Five tips');
  for (const [path, text] of [...files]) {
    if (!path.startsWith('workflows/')) continue;
    files.delete(path);
    files.set(path.replace('newsletter-welcome', 'hello'), text);
  }
}

describe('a push of workflows', () => {
  it.each([
    ['', WORKFLOWS, change, 25],
    [' (renamed)', ['Newsletter welcome'], renameAndChange, 5],
  ] as const)(
    'is killed before and after each write, and a second run ends the same%s',
    async (_, names, edit, least) => {
      const start = await begin(names);
      edit(start.files);
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
      const clean = await countsOf(once.team);
      expect(moments.size).toBeGreaterThan(least);
      for (const [where, moment] of moments) {
        const { team } = again(moment.files, moment.account);
        const { stopped, results } = await push(team);
        expect([stopped, results.filter(({ action }) => action === 'failed' || action === 'skipped')], where).toEqual([
          undefined,
          [],
        ]);
        expect(await countsOf(team), where).toEqual(clean);
        expect(await plan(team), where).toEqual([]);
      }
    },
  );
});

/** Somebody changes the wait of a workflow in the dashboard. */
async function editThere(team: TestTeam, name: string, amount: number): Promise<void> {
  const workflow = (await team.read()).workflows.find((one) => one.name === name);
  const node = Object.values(workflow?.nodes ?? {}).find(({ typeName }) => typeName === 'TimerAction');
  const input = { id: workflow?.id, nodeId: node?.id, expectedRevisionId: workflow?.workflowRevisionId };
  await team.call(updateNode, { ...input, payload: { amount, unit: 'd' } });
}

const waitOf = async (team: TestTeam, name: string): Promise<unknown> => {
  const workflow = (await team.read()).workflows.find((one) => one.name === name);
  const waits = Object.values(workflow?.nodes ?? {}).flatMap((node) => ('amount' in node ? node.amount : []));
  return waits[0];
};

describe('another hand', () => {
  it('is a conflict on the nodes of one workflow, and is pulled from others and from emails', async () => {
    const { team, files } = await begin();
    await editThere(team, 'Newsletter welcome', 9);
    const [email = ''] = Object.keys(workflowAt(files, 'win-back').nodes).filter((key) => key.startsWith('a-month'));
    const lock = JSON.parse(files.get('loops.production.lock') ?? '');
    const { id } = lock.entries[`workflow-email:win-back/${email}`];
    await team.call(updateMessage, { emailMessageId: id, subject: 'There' });
    expect(await plan(team)).toEqual(['pull workflow:newsletter-welcome', `pull workflow-email:win-back/${email}`]);
    editNodes(files, 'newsletter-welcome', (nodes) => Object.assign(nodes['wait'] as Node, { amount: 2 }));
    expect((await push(team)).stopped).toContain('conflict workflow:newsletter-welcome');
    expect(await waitOf(team, 'Newsletter welcome')).toBe(9);
    await pull(team);
    expect(files.get(`workflows/win-back/${email}.json`)).toContain('There');
    expect(workflowAt(files, 'newsletter-welcome').nodes['wait']).toMatchObject({ amount: 2 });
    await push(team, { ours: ['workflow:newsletter-welcome'], theirs: [] });
    expect(await waitOf(team, 'Newsletter welcome')).toBe(2);
    expect(await plan(team)).toEqual([]);
  });

  it('between any two requests of a push is kept, or reported', async () => {
    const start = await begin(['Newsletter welcome']);
    const account = JSON.stringify(await start.team.read());
    editNodes(start.files, 'newsletter-welcome', (nodes) => {
      Object.assign(nodes['wait'] as Node, { amount: 2, next: 'more' });
      nodes['more'] = { type: 'TimerAction', amount: 1, unit: 'h', next: 'exit' };
    });
    for (let at = 1, isEnd = false; !isEnd; at++) {
      const directory = memoryDirectory(new Map(start.files));
      const team = testTeam(JSON.parse(account), directory);
      let done = false;
      const before = async (_: string, number: number) => {
        if (done || number !== at) return;
        done = true;
        await editThere(team, 'Newsletter welcome', 77);
      };
      team.hooks = { before };
      const { stopped, results } = await push(team);
      team.hooks = {};
      isEnd = !done;
      const isReported = stopped !== undefined || results.some(({ action }) => action === 'failed');
      const isSeen = (await plan(team)).length > 0;
      expect([at, isEnd || isReported || isSeen || (await waitOf(team, 'Newsletter welcome')) === 77]).toEqual([
        at,
        true,
      ]);
    }
  });
});

describe('contacts who wait in a node that a push removes', () => {
  it('stop it, unless they may be lost', async () => {
    const { team, files } = await begin(['Newsletter welcome']);
    await team.edit(({ workflows: [workflow] }) => {
      const waits = Object.values(workflow?.nodes ?? {}).filter(({ typeName }) => typeName === 'TimerAction');
      Object.assign(workflow ?? {}, { queuedContacts: { [waits[0]?.id ?? '']: 3 } });
    });
    editNodes(files, 'newsletter-welcome', (nodes) => {
      const [before = ''] = Object.keys(nodes).filter((key) => nodes[key]?.['next'] === 'wait');
      Object.assign(nodes[before] as Node, { next: nodes['wait']?.['next'] });
      delete nodes['wait'];
    });
    const [failed] = (await push(team)).results;
    expect([failed?.failure?.code, failed?.failure?.message]).toEqual([
      'check_failed',
      '3 contacts would be lost: they wait in what the push would remove.',
    ]);
    const { results } = await push(team, undefined, undefined, true);
    expect(results.map(({ action }) => action)).toEqual(['updated']);
    expect(await plan(team)).toEqual([]);
  });
});

describe('workflows of another team', () => {
  it('get IDs of their own, also where a workflow of the name has other ones', async () => {
    const { team, files } = await begin(['Newsletter welcome', 'Win-back']);
    files.set(
      'loops.json',
      JSON.stringify({ environments: { production: { team: 'Brightwater' }, other: { team: 'Other' } } }),
    );
    const account = accountWith(['Win-back'], 'Other');
    // The same workflow with other IDs, and without the other one.
    const ids = new Set(account.workflows.flatMap(({ id, nodes }) => [id, ...Object.keys(nodes)]));
    const renamed = JSON.stringify(account.workflows).replace(/c[a-z0-9]{24}/g, (id) =>
      ids.has(id) ? `${id.slice(0, -1)}0` : id,
    );
    const directory = memoryDirectory(files);
    const other = testTeam({ ...account, workflows: JSON.parse(renamed) } as TestAccount, directory);
    const lines = await plan(other, undefined, 'other');
    expect(lines).toContain('blocked workflow:newsletter-welcome');
    expect(lines.filter((line) => line.startsWith('conflict workflow:'))).toEqual([]);
    expect(await plan(team)).toEqual([]);
  });
});

describe('a condition about an email of a workflow', () => {
  it('names it by its key, which is another ID in another team', async () => {
    const account = accountWith(['Trial onboarding']);
    const text = JSON.stringify(account).replaceAll(
      /"c([a-z0-9]{24})"/g,
      (_, id) => `"c${[...id].reverse().join('')}"`,
    );
    const directory = memoryDirectory();
    const team = testTeam(account, directory);
    const config = { environments: { production: { team: 'Brightwater' }, other: { team: 'Other' } } };
    directory.files.set('loops.json', JSON.stringify(config));
    await pull(team);
    const segment = JSON.parse(directory.files.get('segments/silent-in-onboarding.json') ?? '');
    expect(segment.filter.conditions[0].id).toMatch(/^workflow-email:trial-onboarding\//);
    expect(await plan(team)).toEqual([]);
    const other = testTeam({ ...JSON.parse(text), teamName: 'Other' }, directory);
    const { changes } = await prepare(other, undefined, 'other');
    const actionOf = (address: string) => changes.find((change) => change.address === address)?.action;
    expect(['segment:silent-in-onboarding', 'workflow:trial-onboarding'].map(actionOf)).toEqual([
      'unchanged',
      'unchanged',
    ]);
  });
});

describe('files of workflows', () => {
  it('have safe and distinct names, whatever the account has', async () => {
    const names = ['Brand', 'BRAND', '../x', 'CON', '🎉', 'x'.repeat(300), 'a/b'];
    const account = accountWith(['Newsletter welcome']);
    const [workflow] = account.workflows;
    const workflows = names.map((name, index) => ({
      ...workflow,
      ...JSON.parse(
        JSON.stringify(workflow).replace(/\bc[a-z0-9]{22}/g, (id) => `c${String(index).repeat(3)}${id.slice(4)}`),
      ),
      name,
      mailingListId: null,
    }));
    const directory = memoryDirectory();
    const team = testTeam({ ...account, workflows } as TestAccount, directory);
    await pull(team);
    const paths = [...directory.files.keys()].filter((path) => path.startsWith('workflows/'));
    expect(paths.filter((path) => path.split('/').length === 2).length).toBe(names.length);
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
    expect(paths.every((path) => /^workflows(\/[\p{L}\p{N}_.-]+)+$/u.test(path))).toBe(true);
    for (const [path, text] of directory.files) directory.files.set(path, `\ufeff${text.replaceAll('\n', '\r\n')}`);
    expect(await plan(team)).toEqual([]);
  });

  it.each([
    ['{"name": "A", "nodes": {"a": {"type": "Timer"}}}', 'unknown type "Timer"'],
    ['{"name": "A", "nodes": {"a": {"type": "TimerAction", "amout": 1}}}', 'amout'],
    ['{"name": "A", "nodes": {"a": {"type": "TimerAction", "next": "b"}}}', 'there is no node "b"'],
    ['{"name": "A", "nodes": {"a b": {"type": "TimerAction"}}}', 'a key has only letters'],
    ['{"name": "A", "nodes": []}', 'workflows/bad.json: "nodes"'],
  ])('%s is not valid', async (text, message) => {
    const { team, files } = await begin([]);
    files.set('workflows/bad.json', text);
    await expect(plan(team)).rejects.toThrow(message);
  });

  it.each([
    [{ type: 'TimerAction', amount: 1, unit: 's', next: 'end' }, 'waits are set in minutes'],
    [{ type: 'BranchNode' }, 'is not reached from the trigger'],
  ])('that no edits lead to are blocked: %j', async (node, message) => {
    const { team, files } = await begin([]);
    const nodes = { start: { type: 'SignupTrigger', next: 'odd' }, odd: node, end: { type: 'ExitAction' } };
    files.set('workflows/odd.json', JSON.stringify({ name: 'Odd', nodes }));
    const { changes } = await prepare(team);
    const change = changes.find(({ address }) => address === 'workflow:odd');
    expect([change?.action, change?.reason]).toEqual(['blocked', expect.stringContaining(message)]);
  });
});
