/** One command line for every operation. Its first request is that operation. */
import type { Effect } from '../../src/define/effect.ts';
import { allOperations } from '../operations.ts';

export interface OperationLine {
  readonly route: string;
  readonly line: string;
  /** Safe to send again. */
  readonly repeatable: boolean;
  readonly list: boolean;
  readonly effect: Effect;
}

const ID = 'c5361agykn6fatjv6m1yx7nd3';
/** Exists, so that questions about it can be asked. */
const MESSAGE = 'csdw9ddi293zp6wg30bw57dw4';
const COMPONENT = 'cosobl51qfpiik9niu161ixul';

const LINES: ReadonlyArray<readonly [route: string, line: string]> = [
  ['GET /v1/api-key', 'auth status'],
  ['GET /v1/transactional-emails', 'transactional list'],
  ['POST /v1/transactional-emails', 'transactional create --name New'],
  ['GET /v1/transactional-emails/{transactionalId}', `transactional show ${ID}`],
  ['POST /v1/transactional-emails/{transactionalId}', `transactional update ${ID} --name New`],
  ['POST /v1/transactional-emails/{transactionalId}/draft', `transactional draft ${ID}`],
  ['POST /v1/transactional-emails/{transactionalId}/publish', `transactional publish ${ID} --no-check --yes`],
  ['GET /v1/transactional-emails/{transactionalId}/metrics', `transactional metrics ${ID}`],
  ['GET /v1/transactional-groups', 'groups list'],
  ['GET /v1/transactional-groups/{id}', `groups show ${ID}`],
  ['POST /v1/transactional-groups', 'groups create --name New'],
  ['POST /v1/transactional-groups/{id}', `groups update ${ID} --name New`],
  ['GET /v1/campaign-groups', 'groups list --type campaign'],
  ['GET /v1/campaign-groups/{id}', `groups show ${ID} --type campaign`],
  ['POST /v1/campaign-groups', 'groups create --type campaign --name New'],
  ['POST /v1/campaign-groups/{id}', `groups update ${ID} --type campaign --name New`],
  ['GET /v1/campaigns', 'campaigns list'],
  ['POST /v1/campaigns', 'campaigns create --name New'],
  ['GET /v1/campaigns/{campaignId}', `campaigns show ${ID}`],
  ['POST /v1/campaigns/{campaignId}', `campaigns update ${ID} --name New`],
  ['GET /v1/campaigns/{campaignId}/metrics', `campaigns metrics ${ID}`],
  ['GET /v1/email-messages/{emailMessageId}', `messages show ${MESSAGE}`],
  ['POST /v1/email-messages/{emailMessageId}', `messages update ${MESSAGE} --subject New --force`],
  ['POST /v1/email-messages/{emailMessageId}/preview', `messages preview ${MESSAGE} --to test@example.com --yes`],
  ['GET /v1/email-messages/{emailMessageId}/guardian', `messages check ${MESSAGE} --api-only`],
  ['GET /v1/components', 'components list'],
  ['GET /v1/components/{componentId}', `components show ${ID}`],
  ['POST /v1/components', 'components create --name New --lmx-file body.lmx'],
  ['POST /v1/components/{componentId}', `components update ${COMPONENT} --lmx-file body.lmx --yes`],
  ['GET /v1/workflows', 'workflow list'],
  ['GET /v1/workflows/{id}', `workflow show ${ID}`],
  ['GET /v1/workflows/{id}/nodes/{nodeId}', `workflow show ${ID} --node ${ID}`],
  ['GET /v1/workflows/{id}/nodes/{nodeId}/metrics', `workflow show --metrics ${ID} --node ${ID}`],
  ['GET /v1/themes', 'themes list'],
  ['GET /v1/themes/{id}', `themes show ${ID}`],
  ['POST /v1/themes', 'themes create --name New'],
  ['POST /v1/themes/{id}', `themes update ${ID} --name New --yes`],
  ['GET /v1/audience-segments', 'segments list'],
  ['POST /v1/audience-segments', 'segments create --name New --filter-file filter.json'],
  ['POST /v1/uploads', 'images push logo.png --force'],
  ['POST /v1/uploads/{emailAssetId}/complete', `images complete ${ID}`],
  ['GET /v1/audience-segments/{id}', `segments show ${ID}`],
  ['GET /v1/dedicated-sending-ips', 'ips list'],
];

const OPERATIONS = new Map((await allOperations()).map((operation) => [operation.route as string, operation]));

export const OPERATION_LINES: readonly OperationLine[] = LINES.map(([route, line]) => {
  const operation = OPERATIONS.get(route);
  if (operation === undefined) throw new Error(`There is no operation ${route}.`);
  return { route, line, repeatable: operation.repeatable, list: 'item' in operation, effect: operation.effect };
});
