/** Erasing people: the backup, the check, lost responses, and a run that is continued. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Handler } from '../../../src/sandbox/handler.ts';
import { contacts } from '../../../src/sandbox/nouns/contacts.ts';
import { nouns } from '../../../src/sandbox/nouns/index.ts';
import { createWorld, type World } from '../../world.ts';

let world: World;
afterEach(() => world.close());

const run = (line: string, options?: Parameters<World['run']>[1]) => world.run(line.split(' '), options);
const json = async (line: string) => JSON.parse((await run(`${line} --json`)).stdout) as Record<string, unknown>;
const mode = async (path: string) => ((await stat(join(world.directory, path))).mode & 0o777).toString(8);

describe('contacts erase', () => {
  it('keeps a copy that only the user can read, and a receipt without personal data', async () => {
    world = await createWorld();
    const person = await json('contacts export elise@example.com');
    const result = await json('contacts erase elise@example.com --backup a/b --receipt r.ndjson --yes');
    const [name = ''] = await readdir(join(world.directory, 'a/b'));
    expect(JSON.parse(await readFile(join(world.directory, 'a/b', name), 'utf8'))).toEqual(person);
    expect([await mode('a'), await mode('a/b'), await mode(`a/b/${name}`), await mode('r.ndjson')]).toEqual([
      '700',
      '700',
      '600',
      '600',
    ]);
    const receipt = await readFile(join(world.directory, 'r.ndjson'), 'utf8');
    expect(result['receipts']).toEqual([JSON.parse(receipt)]);
    expect(receipt).not.toMatch(/elise|user_45|Martin/);
    expect(JSON.parse(receipt)).toMatchObject({ team: 'Brightwater', result: 'erased' });
    expect((JSON.parse(receipt) as { hashes: string[] }).hashes).toHaveLength(2);
  });

  it('exits 9 when the contact is there again, found by its other name', async () => {
    // An integration creates the contact again as soon as it is gone.
    const again = JSON.stringify({ email: 'elise@other.example', userId: 'user_45' });
    const { 'POST /v1/contacts/delete': remove, 'POST /v1/contacts/create': create } = contacts.handlers;
    const recreating: Handler = async (call) => {
      const answer = await remove?.(call);
      await create?.({ ...call, body: again });
      return answer ?? { status: 200, body: null };
    };
    const handlers = { ...contacts.handlers, 'POST /v1/contacts/delete': recreating };
    world = await createWorld({
      sandbox: { nouns: nouns.map((noun) => (noun === contacts ? { ...contacts, handlers } : noun)) },
    });
    const { code, stdout } = await run('contacts erase elise@example.com --yes --json');
    expect(code).toBe(9);
    expect(JSON.parse(stdout)).toMatchObject({ left: 1, codes: ['conflict'], receipts: [] });
  });

  it('refuses a file with a wrong row before it sends anything', async () => {
    world = await createWorld();
    await world.write('people.csv', 'email\nada@example.com\nnot an address\n');
    expect(await run('contacts erase --file people.csv --yes')).toMatchObject({ code: 2, stdout: '' });
    expect(world.requests).toEqual([]);
  });

  it('continues where a run was stopped, and keeps its journal private', async () => {
    const stop = new AbortController();
    world = await createWorld({
      sandbox: {
        onRequest: (line) => {
          if (line.startsWith('POST /api/v1/contacts/delete 200')) stop.abort();
        },
      },
    });
    const emails = ['ada', 'ben', 'elise', 'emi'].map((name) => `${name}@example.com`);
    await world.write('people.csv', `email\n${emails.join('\n')}\n`);
    const first = await run('contacts erase --file people.csv --yes', { signal: stop.signal });
    expect(first.code).toBe(130);
    expect(first.stderr).toContain('--resume');
    expect(await mode('people.csv.journal')).toBe('600');
    expect(await readFile(join(world.directory, 'people.csv.journal'), 'utf8')).not.toContain('@');
    const second = await run('contacts erase --file people.csv --yes --resume --json');
    expect(second.code).toBe(0);
    expect(JSON.parse(second.stdout)).toMatchObject({ rows: 4, left: 0 });
    for (const email of emails) expect((await run(`contacts show ${email}`)).code).toBe(4);
  });
});

describe('--debug', () => {
  it('hides addresses and user IDs, unless it is asked for them', async () => {
    world = await createWorld();
    const hidden = [
      await run('contacts show ada@example.com --debug --json --fields contact.plan'),
      await run('contacts show --user-id user_42 --debug --json --fields contact.plan'),
    ];
    for (const { stderr } of hidden) {
      expect(stderr).toContain('GET http');
      expect(stderr).not.toMatch(/ada|user_42/);
    }
    const shown = await run('contacts show ada@example.com --debug', { env: { LOOPS_DEBUG_PEOPLE: '1' } });
    expect(shown.stderr).toContain('email=ada%40example.com');
  });
});
