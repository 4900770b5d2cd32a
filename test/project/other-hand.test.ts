/** Changes by somebody else while a project is pulled, planned and pushed: none is lost without a word. */
import { describe, expect, it } from 'vitest';
import { updateComponent } from '../../src/nouns/components/operations.ts';
import { updateTransactionalGroup } from '../../src/nouns/groups/operations.ts';
import { getMessage, updateMessage } from '../../src/nouns/messages/operations.ts';
import { ensureDraft } from '../../src/nouns/transactional/operations.ts';
import type { TestAccount } from '../sandbox/account.ts';
import { memoryDirectory, smallAccount, type TestTeam, testTeam } from './account.ts';
import { plan, prepare, pull, push } from './sync.ts';

const EMAIL = 'transactional/password-reset/email';
const WITH_DRAFT = 'Password reset';

const emailOf = ({ transactionalEmails }: TestAccount, name: string) => {
  const email = transactionalEmails.find(({ record }) => record.name === name);
  if (email === undefined) throw new Error('The account has no such email');
  return email.record;
};

/** What the account has of one email. */
async function messageOf(team: TestTeam, name = WITH_DRAFT) {
  const { draftEmailMessageId, publishedEmailMessageId } = emailOf(await team.read(), name);
  const id = draftEmailMessageId ?? publishedEmailMessageId ?? '';
  return (await team.call(getMessage, { emailMessageId: id })) as {
    id: string;
    subject: string;
    previewText: string;
    lmx: string;
  };
}

/** Somebody edits the draft in the dashboard. */
async function editThere(team: TestTeam, change: Readonly<Record<string, string>>, name = WITH_DRAFT): Promise<void> {
  await team.call(ensureDraft, { transactionalId: emailOf(await team.read(), name).id });
  const { id } = await messageOf(team, name);
  await team.call(updateMessage, { emailMessageId: id, ...change });
}

/** An account and its files after a pull. */
async function pulled() {
  const directory = memoryDirectory();
  const team = testTeam(smallAccount(), directory);
  await pull(team);
  return { account: JSON.stringify(await team.read()), files: new Map(directory.files) };
}
let start: Awaited<ReturnType<typeof pulled>> | undefined;

async function begin() {
  start ??= await pulled();
  const directory = memoryDirectory(new Map(start.files));
  const team = testTeam(JSON.parse(start.account), directory);
  const { files } = directory;
  const editHere = (path: string, from: string | RegExp, to: string) =>
    files.set(path, (files.get(path) ?? '').replace(from, to));
  return { team, files, editHere };
}

describe('an edit by another hand', () => {
  it('of the same field is a conflict, of another one is not', async () => {
    const { team, editHere } = await begin();
    editHere(`${EMAIL}.json`, /"subject": "[^"]*"/, '"subject": "Here"');
    await editThere(team, { previewText: 'There' });
    expect(await plan(team)).toEqual(['update transactional:password-reset']);
    await push(team);
    expect(await messageOf(team)).toMatchObject({ subject: 'Here', previewText: 'There' });
    expect(await plan(team)).toEqual(['pull transactional:password-reset']);
    await pull(team);
    expect(await plan(team)).toEqual([]);
    editHere(`${EMAIL}.json`, '"Here"', '"Here again"');
    await editThere(team, { subject: 'There again' });
    expect((await push(team)).stopped).toEqual(['conflict transactional:password-reset']);
    expect((await messageOf(team)).subject).toBe('There again');
  });

  it.each(['ours', 'theirs'] as const)('is resolved with --%s', async (side) => {
    const { team, files, editHere } = await begin();
    editHere(`${EMAIL}.json`, /"subject": "[^"]*"/, '"subject": "Here"');
    await editThere(team, { subject: 'There' });
    const [conflict] = await pull(team);
    expect(conflict).toMatchObject({ action: 'conflict', address: 'transactional:password-reset' });
    expect(files.get(`${EMAIL}.json`)).toContain('"Here"');
    await pull(team, { ours: [], theirs: [], [side]: ['transactional:password-reset'] });
    await push(team);
    const won = side === 'ours' ? 'Here' : 'There';
    expect((await messageOf(team)).subject).toBe(won);
    expect(files.get(`${EMAIL}.json`)).toContain(`"${won}"`);
    expect(await plan(team)).toEqual([]);
  });

  it.each([
    [WITH_DRAFT, 'transactional/password-reset/email'],
    ['Invoice paid', 'transactional/invoice-paid/email'],
  ])('between any two requests of a push is kept, or reported: %s', async (name, path) => {
    const edited = async () => {
      const { team, editHere } = await begin();
      editHere(`${path}.lmx`, '</H1>', ' here</H1>');
      editHere('components/footer.lmx', 'rotas', 'Rotas');
      return team;
    };
    for (let at = 1, isEnd = false; !isEnd; at++) {
      const team = await edited();
      let done = false;
      team.hooks = {
        before: async (_, number) => {
          if (done || number !== at) return;
          done = true;
          await editThere(team, { subject: 'There', lmx: '<H1>There</H1>' }, name);
        },
      };
      const { stopped, results } = await push(team);
      team.hooks = {};
      isEnd = !done;
      const { lmx, subject } = await messageOf(team, name);
      const isReported = stopped !== undefined || results.some(({ action }) => action === 'failed');
      const isKept = !done || lmx.includes('There');
      expect([at, isReported || isKept, isKept && (!done || subject === 'There')]).toEqual([at, true, true]);
    }
  });

  it('right before the write of a record without a revision is reported', async () => {
    const { team, editHere } = await begin();
    editHere('components/footer.lmx', 'rotas', 'Rotas');
    editHere('groups.json', '"Invoices', '"All invoices');
    const run = await prepare(team);
    const components = (await team.read())['components'] as { id: string; name: string; lmx: string }[];
    const footer = components.find(({ name }) => name === 'Footer');
    const billing = (await team.read()).transactionalGroups.find(({ name }) => name === 'Billing');
    await team.call(updateComponent, { componentId: footer?.id, lmx: '<Paragraph>There</Paragraph>' });
    await team.call(updateTransactionalGroup, { id: billing?.id, description: 'There' });
    const { pushChanges } = await import('../../src/project/push.ts');
    const results = await pushChanges(run, run.changes);
    expect(results.map(({ action, failure }) => [action, failure?.code])).toEqual([
      ['failed', 'conflict'],
      ['failed', 'conflict'],
    ]);
  });
});
