/** `--curl` of a send shows the send, although checks come before it in a real run. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { splitWords } from '../../words.ts';
import { createWorld, type World } from '../../world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

it.each([
  ['events send planUpgraded --to ada@example.com --set plan=team', '/v1/events/send'],
  ['transactional send c9gvt6jcbzcmtp08avcbflumh --to ada@example.com --var a=b', '/v1/transactional'],
])('%s', async (line, path) => {
  const { code, stdout } = await world.run(splitWords(`${line} --curl`));
  expect({ code, requests: world.requests }).toEqual({ code: 0, requests: [] });
  expect(stdout).toContain(`curl -sS -X POST "\${LOOPS_BASE_URL:-https://app.loops.so/api}"'${path}'`);
  expect(stdout).toContain('"email":"ada@example.com"');
});
