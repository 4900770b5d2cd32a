/** A change by somebody else while a question is open: what the question did not show is neither sent nor removed. */

import { expect, onTestFinished, test } from 'vitest';
import type { IncomingResponse, OutgoingRequest } from '../../src/runtime/runtime.ts';
import { splitWords } from '../words.ts';
import { createWorld, type World } from '../world.ts';

const WORKFLOW = 'ceh8e7mybcn6718b1frqy868r';
const STALE = 'The workflow has been changed since this revision.';
const RENAME = `workflow update ${WORKFLOW} --name Other`;

interface Row {
  readonly line: string;
  /** The last request before the question. */
  readonly after: string;
  readonly meanwhile: string;
  readonly typed?: string;
  readonly says: string;
}

const ROWS: readonly Row[] = [
  {
    line: 'campaigns schedule "Holiday opening hours" --at 2099-01-01T00:00:00Z --no-check',
    after: 'GET /campaigns/cbzfy465sgzg6uoousnu0gl4y',
    meanwhile: 'campaigns update "Holiday opening hours" --list "Product updates"',
    typed: 'Holiday opening hours',
    says: 'The campaign was changed while the question was open. Nothing was scheduled.',
  },
  {
    line: 'components update Footer --lmx-file new.lmx',
    after: 'GET /components/caj0hwxy7481dtw5t0h4w41ua',
    meanwhile: 'components update Footer --lmx-file other.lmx --yes',
    says: '+<Paragraph>Other</Paragraph>',
  },
  {
    line: 'transactional publish "Password reset"',
    after: 'GET /email-messages/ckm1se6elmfx4j03rlk1wciyf',
    meanwhile: 'messages update --transactional "Password reset" --subject Other',
    says: 'Subject: "Password reset: what to do next" -> "Other"',
  },
  { line: `workflow delete ${WORKFLOW}`, after: `GET /workflows/${WORKFLOW}`, meanwhile: RENAME, says: STALE },
  {
    line: `workflow mailing-list ${WORKFLOW} --none`,
    after: `POST /workflows/${WORKFLOW}/mailing-list`,
    meanwhile: RENAME,
    says: STALE,
  },
  {
    line: `workflow node remove ${WORKFLOW} AudienceFilter`,
    after: `DELETE /workflows/${WORKFLOW}/nodes/cztqpq2rksg2k6cznx2vqik8v`,
    meanwhile: RENAME,
    says: STALE,
  },
  {
    line: `workflow push saved.json ${WORKFLOW}`,
    after: `GET /workflows/${WORKFLOW}`,
    meanwhile: RENAME,
    says: STALE,
  },
];

test.each(ROWS)('$line', async ({ line, after, meanwhile, typed, says }) => {
  const world = await createWorld();
  onTestFinished(world.close);
  await world.write('new.lmx', '<Paragraph>New</Paragraph>');
  await world.write('other.lmx', '<Paragraph>Other</Paragraph>');
  await world.write(
    'saved.json',
    JSON.stringify({
      rootNodeId: 'a',
      nodes: { a: { typeName: 'SignupTrigger', nextNodeIds: ['b'] }, b: { typeName: 'ExitAction', nextNodeIds: [] } },
    }),
  );
  let isFirst = true;
  const outcome = await world.run(splitWords(line), {
    columns: 400,
    confirm: true,
    typed,
    respond: (request) => {
      if (!isFirst || `${request.method} ${request.path.replace('/api/v1', '')}` !== after) return undefined;
      isFirst = false;
      return meanwhileOf(world, request, meanwhile);
    },
  });
  expect(outcome).toMatchObject({ code: 5, stdout: '', stderr: expect.stringContaining(says) });
});

/** The response, after somebody else has changed the record. */
async function meanwhileOf(world: World, request: OutgoingRequest, line: string): Promise<IncomingResponse> {
  const response = await world.respond(request);
  expect((await world.run(splitWords(line))).code).toBe(0);
  if (response === undefined) throw new Error('the sandbox has no response');
  return response;
}
