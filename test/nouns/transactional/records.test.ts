/** Records of transactional emails through `main`: outcome sentences, the requests behind them, and empty values. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWorld } from '../../world.ts';

const ID = 'c5361agykn6fatjv6m1yx7nd3';
const PATH = `/api/v1/transactional-emails/${ID}`;

async function open() {
  const world = await createWorld();
  onTestFinished(() => world.close());
  return world;
}

describe('the outcome on stderr', () => {
  it('says whether the draft is new, with one extra request, and one more for the name of the group', async () => {
    const { run, requests } = await open();
    expect((await run(['transactional', 'draft', ID])).stderr).toBe('The draft already existed.\n');
    // The names are read while the command runs.
    expect(requests.toSorted()).toEqual([
      `GET ${PATH} 200`,
      'GET /api/v1/transactional-groups?perPage=50 200',
      `POST ${PATH}/draft 200`,
    ]);
    expect((await run(['transactional', 'publish', ID, '--yes'])).stderr).toMatch(/\nPublished the draft.\n$/);
    expect((await run(['transactional', 'draft', ID])).stderr).toBe('Created a draft.\n');
  });

  it.each([['--json'], ['-o', 'yaml'], ['-q']])('of draft needs no extra request with %s', async (...flags) => {
    const { run, requests } = await open();
    expect((await run(['transactional', 'draft', ID, ...flags])).stderr).toBe('');
    expect(requests).toEqual([`POST ${PATH}/draft 200`]);
  });

  it('says that an email was created or updated', async () => {
    const { run } = await open();
    expect((await run(['transactional', 'create', '--name', 'New'])).stderr).toBe('Created the transactional email.\n');
    expect((await run(['transactional', 'update', ID, '--name', 'New'])).stderr).toBe(
      'Updated the transactional email.\n',
    );
  });
});

it.each([
  ['transactional create --name X --group', '--group'],
  [`transactional update ${ID} --group`, '--group'],
  [`transactional update ${ID} --name`, '--name'],
  ['transactional metrics --group', '--group'],
  ['transactional metrics', '<id>'],
  ['transactional show', '<id>'],
])('`%s ""` is refused before anything is sent', async (line, field) => {
  const { run, requests } = await open();
  const { code, stderr } = await run([...line.split(' '), '']);
  expect({ code, stderr: stderr.split('\n')[0] }).toEqual({ code: 2, stderr: `error: ${field} must not be empty.` });
  expect(requests).toEqual([]);
});
