/** One command line for every operation: an example of help, or a line of its own. */
import type { Effect } from '../../src/define/effect.ts';
import type { Method, Operation, Route } from '../../src/define/operation.ts';
import { matchesRoute } from '../../src/define/route.ts';
import { commandsOf } from '../../src/define/tree.ts';
import { tree } from '../../src/nouns/index.ts';
import type { OutgoingRequest } from '../../src/runtime/runtime.ts';
import { seedId } from '../../src/sandbox/identifiers.ts';
import { allOperations } from '../operations.ts';
import { splitWords } from '../words.ts';
import { createWorld } from '../world.ts';
import { writeFiles } from './files.ts';

export interface OperationLine {
  readonly route: Route;
  readonly line: string;
  /** Safe to send again. */
  readonly repeatable: boolean;
  readonly list: boolean;
  /** Responds without a body. */
  readonly noContent: boolean;
  readonly effect: Effect;
  /** The command does without the response: a fault must concern its other requests too. */
  readonly optional: boolean;
}

type Lines = Readonly<Partial<Record<Route, string>>>;

const MESSAGE = 'csdw9ddi293zp6wg30bw57dw4';
const COMPONENT = 'cosobl51qfpiik9niu161ixul';
const WIN_BACK = seedId('workflow', 'Win-back');
const node = (key: string): string => seedId('workflow-node', 'Win-back', key);

/** A change of a workflow in one request, which the sandbox carries out. The commands read the revision first. */
const change = (method: string, path: string, fields = ''): string =>
  `api ${method} /v1/workflows/${WIN_BACK}${path} -f expectedRevisionId=${seedId('workflow-revision', 'Win-back')}${fields} --yes --strict`;

const WORKFLOW_CHANGES: Lines = {
  'POST /v1/workflows/{id}': change('POST', '', ' -f name=New'),
  // A draft: others are sending.
  'DELETE /v1/workflows/{id}': `api DELETE /v1/workflows/${seedId('workflow', 'NPS survey 2027')} -f expectedRevisionId:=null -f confirmDelete:=true --yes --strict`,
  'POST /v1/workflows/{id}/mailing-list': change('POST', '/mailing-list', ' -f mailingListId:=null'),
  'POST /v1/workflows/{id}/nodes': change(
    'POST',
    '/nodes',
    ` -f insertMode=after -f nodeTypeName=BranchNode -f fromNodeId=${node('start')}`,
  ),
  'POST /v1/workflows/{id}/nodes/{nodeId}': change('POST', `/nodes/${node('a month')}`, ` -f 'payload:={"amount":1}'`),
  'POST /v1/workflows/{id}/nodes/{nodeId}/add-branch': change('POST', `/nodes/${node('offer test')}/add-branch`),
  'POST /v1/workflows/{id}/nodes/{nodeId}/reroute': change(
    'POST',
    `/nodes/${node('month email')}/reroute`,
    ` -f newTargetNodeId=${node('end')}`,
  ),
  'DELETE /v1/workflows/{id}/nodes/{nodeId}': change('DELETE', `/nodes/${node('miss you')}`),
  'DELETE /v1/workflows/{id}/nodes/{nodeId}/recursive': change('DELETE', `/nodes/${node('offer test')}/recursive`),
};

/** For operations that are not the first request of any example. */
const LINES: Lines = {
  'POST /v1/campaign-groups/{id}': 'groups update crycsnj1bxnk5xd6z11eo601a --type campaign --name New',
  'POST /v1/transactional-groups/{id}': 'groups update cwa5407p2kb7ls9gvy7jpp09h --name New',
  'POST /v1/transactional-emails/{transactionalId}': 'transactional update c5361agykn6fatjv6m1yx7nd3 --name New',
  'GET /v1/workflows/{id}/nodes/{nodeId}/metrics':
    'workflow show --metrics cxxh0pcq2pvs8yvth7rfghq6e --node cbqj6wt6ufrsm23splljuqkks',
  'GET /v1/workflows/{id}': 'workflow show cr3d19ajwtfxqfczuxgmvwzxv --ids',
  ...WORKFLOW_CHANGES,
  'POST /v1/transactional-emails/{transactionalId}/publish':
    'transactional publish c5361agykn6fatjv6m1yx7nd3 --no-check --yes',
  'GET /v1/campaigns': 'campaigns list --ids',
  'POST /v1/campaigns': 'campaigns create --name New --ids',
  'GET /v1/campaigns/{campaignId}': 'campaigns show ccmql754z0gra708yopnz9e72 --ids',
  'POST /v1/campaigns/{campaignId}': 'campaigns update ci12ms70e4z156nvq3zsm8b14 --name New --ids',
  'GET /v1/campaigns/{campaignId}/metrics': 'campaigns metrics ccmql754z0gra708yopnz9e72',
  'GET /v1/transactional-emails/{transactionalId}': 'transactional show c5361agykn6fatjv6m1yx7nd3',
  'GET /v1/email-messages/{emailMessageId}': `messages show ${MESSAGE}`,
  'POST /v1/email-messages/{emailMessageId}': `messages update ${MESSAGE} --subject New --force`,
  'POST /v1/email-messages/{emailMessageId}/preview': `messages preview ${MESSAGE} --to test@example.com --yes`,
  'GET /v1/email-messages/{emailMessageId}/guardian': `messages check ${MESSAGE} --api-only`,
  'GET /v1/components': 'components list',
  'GET /v1/components/{componentId}': `components show ${COMPONENT}`,
  'POST /v1/components': 'components create --name New --lmx-file body.lmx',
  'POST /v1/components/{componentId}': `components update ${COMPONENT} --lmx-file body.lmx --yes`,
  'GET /v1/themes/{id}': 'themes show cr95m6j9ue8rct6rkwsul79p2',
  'POST /v1/themes': 'themes create --name New',
  'POST /v1/themes/{id}': 'themes update cr95m6j9ue8rct6rkwsul79p2 --name New --yes',
  'GET /v1/audience-segments/{id}': 'segments show cb93g6kmulr5q97imyaegwhcj',
  'POST /v1/audience-segments': 'segments create --name New --filter-file filter.json',
  'POST /v1/uploads': 'images push logo.png --force',
  'POST /v1/uploads/{emailAssetId}/complete': 'images complete c9opvoxjhnmyjcn4k9qalna9p',
  'POST /v1/contacts/create': 'contacts create new@example.com',
  'PUT /v1/contacts/update': 'api PUT /v1/contacts/update -f email=ada@example.com --strict',
  'GET /v1/contacts/find': 'contacts show clara@acme.test',
  'POST /v1/contacts/delete': 'contacts delete jo@acme.test --yes',
  'GET /v1/contacts/suppression': 'api GET /v1/contacts/suppression?email=ada@example.com --strict',
  'DELETE /v1/contacts/suppression': 'api DELETE /v1/contacts/suppression?email=hana@acme.test --yes --strict',
  'GET /v1/contacts/properties': 'properties list',
  'POST /v1/contacts/properties': 'properties create color --type string --yes',
  'GET /v1/lists': 'lists list',
  'GET /v1/event-patterns/{eventPatternId}': 'events show cy90h264i5adlzrl4i3jo8fu8',
  'GET /v1/event-patterns/by-name/{eventName}': 'events show rota/published',
  'POST /v1/events/send':
    'events send paymentFailed --to ada@example.com --new-event --create-contact --idempotency-key k1 --yes',
  'POST /v1/transactional':
    'transactional send c5361agykn6fatjv6m1yx7nd3 --to ada@example.com --var firstName=Ada --var resetLink=https://example.com --var expiresInMinutes:=30 --no-check --idempotency-key k1 --yes',
  'GET /v1/transactional': 'api GET /v1/transactional --paginate --strict',
};

const OPTIONAL: ReadonlySet<Route> = new Set(['GET /v1/workflows/{id}/nodes/{nodeId}/metrics']);

/** Whether a request, with the path of the sandbox or another base URL, is one of the operation. */
export const isRequestOf = (route: Route, { method, path }: Pick<OutgoingRequest, 'method' | 'path'>): boolean =>
  matchesRoute(route, method as Method, path.replace(/^\/api(?=\/)|\?.*$/g, ''));

interface Line {
  readonly line: string;
  readonly calls: readonly Operation[];
}

/** The examples of commands that declare which operations they call. Files and redirections are left out. */
async function exampleLines(): Promise<readonly Line[]> {
  const commands = await Promise.all(commandsOf(tree).map(async ({ verb }) => ({ verb, command: await verb.load() })));
  return commands
    .filter(({ verb }) => verb.sameAs === undefined)
    .flatMap(({ command: { calls, examples, question } }) =>
      typeof calls === 'object'
        ? examples.map(({ line }) => ({ calls, line: question === undefined ? line : withYes(line) }))
        : [],
    )
    .filter(({ line }) => !/[<>|]/.test(line))
    .sort((a, b) => a.calls.length - b.calls.length || a.line.length - b.line.length);
}

const withYes = (line: string): string => (/ (-y|--yes)\b/.test(line) ? line : `${line} --yes`);

/** The lines by the operation of their first request; the shortest one of each. */
async function linesByRoute(operations: readonly Operation[]): Promise<Lines> {
  const world = await createWorld();
  await writeFiles(world);
  const lines: Partial<Record<Route, string>> = {};
  try {
    for (const { line, calls } of await exampleLines()) {
      if (calls.every(({ route }) => (lines[route] ?? LINES[route]) !== undefined)) continue;
      let first: OutgoingRequest | undefined;
      await world.run([...splitWords(line), '--json'], {
        respond: (request) => {
          first ??= request;
          return world.respond(request);
        },
      });
      const route = operations.find(({ route }) => first !== undefined && isRequestOf(route, first))?.route;
      if (route !== undefined) lines[route] ??= line;
    }
  } finally {
    await world.close();
  }
  return lines;
}

const operations = await allOperations();
const lines = { ...(await linesByRoute(operations)), ...LINES };
const missing = operations.filter(({ route }) => lines[route] === undefined);
if (missing.length > 0) {
  throw new Error(`No example calls these first, add lines to LINES: ${missing.map(({ route }) => route).join(', ')}`);
}

export const OPERATION_LINES: readonly OperationLine[] = operations.map((operation) => {
  const { route, effect } = operation;
  const line = lines[route] ?? '';
  return {
    route,
    line,
    // A request with an idempotency key may be sent again.
    repeatable: operation.repeatable || line.includes('--idempotency-key'),
    list: 'item' in operation,
    noContent: operation.output.safeParse(null).success,
    effect,
    optional: OPTIONAL.has(route),
  };
});
