/** A refused ID: the hint names the flag it came from, and the command that lists the valid ones. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const UNKNOWN = 'caaaaaaaaaaaaaaaaaaaaaaaa';

test.each([
  [`themes show ${UNKNOWN}`, 4, 'Run `loopsctl themes list` to see the IDs.'],
  ['themes show "Year in revue"', 4, 'Did you mean "Year in review" (cy0c6xjxyuoahrrxgbdwjar7g)'],
  ['themes show "id:Year in review"', 5, '<id> "Year in review" is not an ID. Run `loopsctl themes list`'],
  [`segments show ${UNKNOWN}`, 4, 'Run `loopsctl segments list`'],
  [`transactional metrics ${UNKNOWN}`, 4, 'Run `loopsctl transactional list`'],
  ['groups update id:nope --name x', 5, '<id> "nope" is not an ID. Run `loopsctl groups list --type all`'],
  ['groups update crycsnj1bxnk5xd6z11eo601a --name x', 4, 'This ID is a campaign group: add --type campaign.'],
  ['groups show cwa5407p2kb7ls9gvy7jpp09h --type campaign', 4, 'or omit --type.'],
  [`groups show ${UNKNOWN} --type campaign`, 4, 'loopsctl groups list --type campaign'],
])('%s exits %i with the hint %s', async (line, code, hint) => {
  const outcome = await world.run(line.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? []);
  expect(outcome.code).toBe(code);
  expect(outcome.stderr).toContain(hint);
  expect(outcome.stdout).toBe('');
});
