/** One command line for every operation. Its first request is that operation. */
import type { Effect } from '../../src/define/effect.ts';
import { allOperations } from '../operations.ts';

export interface OperationLine {
  readonly route: string;
  readonly line: string;
  /** Safe to send again. */
  readonly repeatable: boolean;
  readonly list: boolean;
  /** Responds without a body. */
  readonly noContent: boolean;
  readonly effect: Effect;
}

const ID = 'c5361agykn6fatjv6m1yx7nd3';

const LINES: ReadonlyArray<readonly [route: string, line: string]> = [
  ['GET /v1/api-key', 'auth status'],
  ['GET /v1/transactional-emails', 'transactional list'],
  ['POST /v1/transactional-emails', 'transactional create --name New'],
  ['GET /v1/transactional-emails/{transactionalId}', `transactional show ${ID}`],
  ['POST /v1/transactional-emails/{transactionalId}', `transactional update ${ID} --name New`],
  ['POST /v1/transactional-emails/{transactionalId}/draft', `transactional draft ${ID}`],
  ['POST /v1/transactional-emails/{transactionalId}/publish', `transactional publish ${ID} --yes`],
  ['GET /v1/transactional-emails/{transactionalId}/metrics', `transactional metrics ${ID}`],
  ['GET /v1/transactional-groups', 'groups list'],
  ['GET /v1/transactional-groups/{id}', `groups show ${ID}`],
  ['POST /v1/transactional-groups', 'groups create --name New'],
  ['POST /v1/transactional-groups/{id}', `groups update ${ID} --name New`],
  ['GET /v1/campaign-groups', 'groups list --type campaign'],
  ['GET /v1/campaign-groups/{id}', `groups show ${ID} --type campaign`],
  ['POST /v1/campaign-groups', 'groups create --type campaign --name New'],
  ['POST /v1/campaign-groups/{id}', `groups update ${ID} --type campaign --name New`],
  ['GET /v1/workflows', 'workflow list'],
  ['GET /v1/workflows/{id}', `workflow show ${ID}`],
  ['GET /v1/workflows/{id}/nodes/{nodeId}', `workflow show ${ID} --node ${ID}`],
  ['GET /v1/workflows/{id}/nodes/{nodeId}/metrics', `workflow show --metrics ${ID} --node ${ID}`],
  ['POST /v1/workflows', 'workflow create --name New'],
  ['POST /v1/workflows/{id}', `api POST /v1/workflows/${ID} -f expectedRevisionId=r1 -f name=New --strict`],
  [
    'DELETE /v1/workflows/{id}',
    `api DELETE /v1/workflows/${ID} -f expectedRevisionId=r1 -f confirmDelete:=true --yes --strict`,
  ],
  [
    'POST /v1/workflows/{id}/mailing-list',
    `api POST /v1/workflows/${ID}/mailing-list -f expectedRevisionId=r1 -f mailingListId:=null --yes --strict`,
  ],
  [
    'POST /v1/workflows/{id}/nodes',
    `api POST /v1/workflows/${ID}/nodes -f expectedRevisionId=r1 -f insertMode=after -f nodeTypeName=TimerAction --strict`,
  ],
  [
    'POST /v1/workflows/{id}/nodes/{nodeId}',
    `api POST /v1/workflows/${ID}/nodes/${ID} -f expectedRevisionId=r1 -f payload:={} --strict`,
  ],
  [
    'POST /v1/workflows/{id}/nodes/{nodeId}/add-branch',
    `api POST /v1/workflows/${ID}/nodes/${ID}/add-branch -f expectedRevisionId=r1 --strict`,
  ],
  [
    'POST /v1/workflows/{id}/nodes/{nodeId}/reroute',
    `api POST /v1/workflows/${ID}/nodes/${ID}/reroute -f expectedRevisionId=r1 -f newTargetNodeId=${ID} --strict`,
  ],
  [
    'DELETE /v1/workflows/{id}/nodes/{nodeId}',
    `api DELETE /v1/workflows/${ID}/nodes/${ID} -f expectedRevisionId=r1 --yes --strict`,
  ],
  [
    'DELETE /v1/workflows/{id}/nodes/{nodeId}/recursive',
    `api DELETE /v1/workflows/${ID}/nodes/${ID}/recursive -f expectedRevisionId=r1 --yes --strict`,
  ],
  ['GET /v1/themes', 'themes list'],
  ['GET /v1/themes/{id}', `themes show ${ID}`],
  ['GET /v1/audience-segments', 'segments list'],
  ['GET /v1/audience-segments/{id}', `segments show ${ID}`],
  ['GET /v1/dedicated-sending-ips', 'ips list'],
  ['POST /v1/contacts/create', 'contacts create new@example.com'],
  ['PUT /v1/contacts/update', 'api PUT /v1/contacts/update -f email=ada@example.com --strict'],
  ['GET /v1/contacts/find', 'contacts show clara@acme.test'],
  ['POST /v1/contacts/delete', 'contacts delete jo@acme.test --yes'],
  ['GET /v1/contacts/suppression', 'api GET /v1/contacts/suppression?email=ada@example.com --strict'],
  ['DELETE /v1/contacts/suppression', 'api DELETE /v1/contacts/suppression?email=hana@acme.test --yes --strict'],
  ['GET /v1/contacts/properties', 'properties list'],
  ['POST /v1/contacts/properties', 'properties create color --type string --yes'],
  ['GET /v1/lists', 'lists list'],
];

const OPERATIONS = new Map((await allOperations()).map((operation) => [operation.route as string, operation]));

export const OPERATION_LINES: readonly OperationLine[] = LINES.map(([route, line]) => {
  const operation = OPERATIONS.get(route);
  if (operation === undefined) throw new Error(`There is no operation ${route}.`);
  return {
    route,
    line,
    repeatable: operation.repeatable,
    list: 'item' in operation,
    noContent: operation.output.safeParse(null).success,
    effect: operation.effect,
  };
});
