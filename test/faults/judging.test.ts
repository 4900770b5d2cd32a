/**
 * Every command with a verdict, when the API omits or garbles the value that it judges: it never exits with 0. It exits with 8,
 * or with 9 if another value fails the check. For files that a person gives, exit 2 is right too.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { splitWords } from '../words.ts';
import { createWorld, type World } from '../world.ts';

const EMAIL = 'c5361agykn6fatjv6m1yx7nd3';
/** A theme and a segment without findings. */
const THEME = 'cpjqi6s9b795bp8ba5wx23feg';
const SEGMENT = 'cjkv1fqe41sd4s6exftakhp54';
const WORKFLOW = 'c19j6tg2yr0sf0bvr3werv2ks';
/** An email node in the middle of that workflow. */
const NODE = 'chu5oafqpf7d4yur7yrdib230';
const TRIGGER = 'c548zgwsxm2bgqdbk8a4gx1pl';

/** Commands whose fix has not landed yet. Their rows are skipped; this list is to stay empty. */
const NOT_FIXED_YET: readonly string[] = [];

interface Judge {
  readonly line: string;
  /** The end of the path of the request whose response is changed. */
  readonly request: string;
  /** Where the judged value is in the response. */
  readonly path: readonly (string | number)[];
  /** Changed values that it can judge, where they differ from those of `READABLE`. */
  readonly readable?: readonly string[];
}

const metrics = (flags: string, field: string): Judge => ({
  line: `transactional metrics ${EMAIL} ${flags}`,
  request: '/metrics',
  path: [field],
});

const graph = (line: string, ...path: readonly string[]): Judge => ({ line, request: `/workflows/${WORKFLOW}`, path });

/** A declared event, at the end of the list, and the trigger of the workflow. */
const EVENTS: readonly Judge[] = [
  { request: '/by-name/paymentFailed', path: ['eventProperties'] },
  { request: '/by-name/paymentFailed', path: ['eventProperties', 1, 'type'] },
  { request: '/by-name/paymentFailed', path: ['eventProperties', 1, 'name'] },
  { request: '/by-name/paymentFailed', path: ['eventName'] },
  { request: '/event-patterns', path: ['data', 13, 'eventName'] },
  { request: `/workflows/${WORKFLOW}`, path: ['rootNodeId'] },
  { request: `/workflows/${WORKFLOW}`, path: ['nodes'] },
  { request: `/workflows/${WORKFLOW}`, path: ['nodes', TRIGGER, 'typeName'] },
].map((judge) => ({ line: 'events check events.json', ...judge }));

const CAMPAIGN = 'cbzfy465sgzg6uoousnu0gl4y';
const CAMPAIGN_MESSAGE = 'c16na4rovq3inwuu1a5ends4h';
const SENT_CAMPAIGN = 'ccmql754z0gra708yopnz9e72';

/** Every readable rate passes. */
const WORKFLOW_METRICS: readonly Judge[] = [
  {
    line: `workflow metrics ${WORKFLOW} --max-spam-rate 100%`,
    request: `/nodes/${NODE}/metrics`,
    path: ['spamReports'],
  },
  graph(`workflow metrics ${WORKFLOW} --max-spam-rate 100%`, 'nodes'),
  { line: 'metrics --type workflow --max-spam-rate 100%', request: `/nodes/${NODE}/metrics`, path: ['sends'] },
];

/** With a maximum of 100%, or a minimum of 0%, every readable rate passes. */
const campaignMetrics = (flag: string, field: string): Judge => ({
  line: `campaigns metrics ${SENT_CAMPAIGN} ${flag}`,
  request: '/metrics',
  path: [field],
});

const preflight = (field: string): Judge => ({
  line: `campaigns preflight ${CAMPAIGN}`,
  request: `/campaigns/${CAMPAIGN}`,
  path: [field],
});

const message = (line: string, field: string): Judge => ({
  line,
  request: `/email-messages/${CAMPAIGN_MESSAGE}`,
  path: [field],
});

const CAMPAIGNS: readonly Judge[] = [
  campaignMetrics('--max-spam-rate 100%', 'sends'),
  campaignMetrics('--max-spam-rate 100%', 'spamReports'),
  campaignMetrics('--max-hard-bounce-rate 100%', 'hardBounces'),
  campaignMetrics('--max-soft-bounce-rate 100%', 'softBounces'),
  campaignMetrics('--max-unsubscribe-rate 100%', 'unsubscribes'),
  campaignMetrics('--min-open-rate 0%', 'opens'),
  campaignMetrics('--min-click-rate 0%', 'clicks'),
  ...['sends', 'opens', 'clicks', 'unsubscribes'].map((field) => campaignMetrics('--save', field)),
  ...['status', 'emailMessageId', 'mailingListId', 'audienceSegmentId', 'audienceFilter'].map(preflight),
  ...['fromName', 'fromEmail', 'contentRevisionId'].map((field) => message(`campaigns preflight ${CAMPAIGN}`, field)),
  ...[`messages check ${CAMPAIGN_MESSAGE}`, `campaigns preflight ${CAMPAIGN}`].flatMap((line) => [
    ...['lmx', 'subject', 'previewText', 'campaignId', 'contactPropertiesFallbacks'].map((field) =>
      message(line, field),
    ),
    ...['errors', 'warnings'].map((field) => ({ line, request: '/guardian', path: [field] })),
    { line, request: '/contacts/properties', path: [0, 'key'] },
  ]),
];

/** An empty text could be saved in place of a body. */
const BODIES: readonly Judge[] = [
  message(`messages show ${CAMPAIGN_MESSAGE} -o lmx`, 'lmx'),
  {
    line: 'components show caj0hwxy7481dtw5t0h4w41ua -o lmx',
    request: '/components/caj0hwxy7481dtw5t0h4w41ua',
    path: ['lmx'],
  },
];

/** Without a readable revision, a change could overwrite what somebody else has written. */
const REVISIONS: readonly Judge[] = [
  message(`messages update ${CAMPAIGN_MESSAGE} --subject New --dry-run`, 'contentRevisionId'),
  message('campaigns draft --name "Holiday opening hours" --subject New --dry-run', 'contentRevisionId'),
];

/** Changed values that can be judged: another text, and what the API writes for a part of an audience that is not set. */
const READABLE: Readonly<Record<string, readonly string[]>> = {
  typeName: ['text'],
  emailMessageId: ['text'],
  mailingListId: ['text', 'null'],
  audienceSegmentId: ['text', 'null'],
  audienceFilter: ['null'],
  contentRevisionId: ['text', 'null'],
  campaignId: ['text', 'null', 'absent'],
  contactPropertiesFallbacks: ['null', 'absent'],
  ...Object.fromEntries(
    ['lmx', 'subject', 'previewText', 'fromName', 'fromEmail', 'key'].map((name) => [name, ['text']]),
  ),
};

/** What is missing from the result because it could not be read would look like something that nobody uses, or that is done. */
const INVENTORIES: readonly Judge[] = [
  { line: 'drafts', request: '/campaigns', path: ['data', 0, 'status'], readable: ['text'] },
  {
    line: 'drafts',
    request: '/transactional-emails',
    path: ['data', 0, 'draftEmailMessageId'],
    readable: ['null', 'text'],
  },
  { line: 'drafts', request: `/workflows/${WORKFLOW}`, path: ['status'], readable: ['text'] },
  { line: 'drafts', request: `/email-messages/${CAMPAIGN_MESSAGE}`, path: ['updatedAt'] },
  { line: 'where-used theme Coral --no-cache', request: `/email-messages/${CAMPAIGN_MESSAGE}`, path: ['lmx'] },
  { line: 'where-used segment Admins --no-cache', request: '/campaigns', path: ['data', 0, 'audienceSegmentId'] },
  { line: 'where-used segment Admins --no-cache', request: `/workflows/${WORKFLOW}`, path: ['nodes'] },
];

const COUNTERS = ['sends', 'deliveries', 'hardBounces', 'softBounces', 'spamReports'];
const FILTER_PATHS = [
  ['filter', 'match'],
  ['filter', 'conditions'],
  ['filter', 'conditions', 0, 'type'],
  ['filter', 'conditions', 0, 'operator'],
];
const GRAPH_PATHS = [['nodes'], ['nodes', NODE, 'nextNodeIds'], ['nodes', NODE, 'typeName']];

const JUDGES: readonly Judge[] = [
  metrics('--max-hard-bounce-rate 2%', 'hardBounces'),
  metrics('--max-hard-bounce-rate 2%', 'sends'),
  metrics('--max-soft-bounce-rate 90%', 'softBounces'),
  metrics('--max-spam-rate 90%', 'spamReports'),
  metrics('--min-delivery-rate 1%', 'deliveries'),
  ...COUNTERS.map((field) => metrics('--save', field)),
  ...WORKFLOW_METRICS,
  ...GRAPH_PATHS.map((path) => graph(`workflow lint ${WORKFLOW}`, ...path)),
  ...GRAPH_PATHS.map((path) => graph(`workflow diff saved.json ${WORKFLOW} --exit-code`, ...path)),
  ...GRAPH_PATHS.map((path) => graph(`workflow plan saved.json ${WORKFLOW} --exit-code`, ...path)),
  ...GRAPH_PATHS.map((path) => graph(`workflow paths ${WORKFLOW}`, ...path)),
  { line: `themes lint ${THEME}`, request: `/themes/${THEME}`, path: ['styles'] },
  ...FILTER_PATHS.map((path) => ({ line: `segments lint ${SEGMENT}`, request: `/audience-segments/${SEGMENT}`, path })),
  { line: 'ips check allowed.txt', request: '/dedicated-sending-ips', path: [0] },
  ...EVENTS,
  ...CAMPAIGNS,
  ...REVISIONS,
  ...BODIES,
  ...INVENTORIES,
];

const ABSENT = Symbol('absent');

const CHANGES: ReadonlyArray<readonly [name: string, value: unknown]> = [
  ['absent', ABSENT],
  ['null', null],
  ['text', 'x'],
  ['an object', { value: 1 }],
  ['negative', -1],
];

const SHAPES: ReadonlyArray<readonly [name: string, value: unknown]> = [
  ['a number', 42],
  ['text', 'ok'],
  ['null', null],
  ['a list of lists', [[]]],
  ['an object without known fields', { unexpected: true }],
];

/** The value with the one at the path replaced or, for `ABSENT`, removed. */
function changed(value: unknown, [step, ...rest]: readonly (string | number)[], put: unknown): unknown {
  if (step === undefined) return put;
  const entries = Object.entries(value ?? {}).flatMap(([key, inner]): [string, unknown][] => {
    if (key !== String(step)) return [[key, inner]];
    const next = changed(inner, rest, put);
    return next === ABSENT ? [] : [[key, next]];
  });
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

interface Change {
  readonly request: string;
  readonly change: (value: unknown) => unknown;
}

/** Each run has a base URL of its own, whose first part is the number of its change. */
const applied: Change[] = [];
let port: number;

/** Serves the sandbox's responses, which stay the same, those to judged requests after the change of the run. */
async function startServer(): Promise<void> {
  const { origin } = new URL(world.sandbox.baseUrl);
  const fetched = new Map<string, Promise<{ readonly status: number; readonly value: unknown }>>();
  const fetchOnce = async (path: string) => {
    const response = await fetch(new URL(path, origin), { headers: { authorization: 'Bearer sandbox' } });
    return { status: response.status, value: (await response.json()) as unknown };
  };
  const server = createServer(async (incoming, outgoing) => {
    const [, number, path = ''] = /^\/(\d+)(.*)/.exec(incoming.url ?? '') ?? [];
    const response = fetched.get(path) ?? fetchOnce(path);
    fetched.set(path, response);
    const { status, value } = await response;
    const made = applied[Number(number)];
    const isJudged = made !== undefined && new URL(path, origin).pathname.endsWith(made.request);
    outgoing.writeHead(status, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify(isJudged ? made.change(value) : value));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  stopServer = () => {
    server.closeAllConnections();
    server.close();
  };
}
let stopServer: () => void;

/** The files that the lines name are made from the unchanged account. */
let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.write('saved.json', (await world.run(['workflow', 'show', WORKFLOW, '--json'])).stdout);
  const { eventProperties } = JSON.parse((await world.run(['events', 'show', 'paymentFailed', '--json'])).stdout) as {
    eventProperties: readonly { name: string; type: string }[];
  };
  const properties = Object.fromEntries(eventProperties.map(({ name, type }) => [name, type]));
  const paymentFailed = { properties, workflows: [WORKFLOW] };
  await world.write('events.json', JSON.stringify({ paymentFailed, subscriptionStarted: {} }));
  await world.write('allowed.txt', (await world.run(['ips', 'list', '--format', 'plain'])).stdout);
  await startServer();
});
afterAll(() => {
  stopServer();
  return world.close();
});

async function exitCode(line: string, request: string, change: (value: unknown) => unknown): Promise<number> {
  const env = { LOOPS_BASE_URL: `http://127.0.0.1:${port}/${applied.push({ request, change }) - 1}/api` };
  return (await world.run(splitWords(line), { env })).code;
}

test.each([...new Set(JUDGES.map(({ line }) => line))])('%s: the unchanged response can be judged', async (line) => {
  expect([0, 9]).toContain((await world.run(splitWords(line))).code);
});

const isAwaited = (line: string) => NOT_FIXED_YET.some((command) => line.startsWith(command));

const changes = JUDGES.flatMap((judge) =>
  // A list without one of its items is a shorter list, which can be judged.
  CHANGES.filter(([, value]) => value !== ABSENT || typeof judge.path.at(-1) === 'string')
    .filter(([name]) => !(judge.readable ?? READABLE[String(judge.path.at(-1))])?.includes(name))
    .map(([name, value]) => ({
      ...judge,
      name: `${judge.path.join('.')} ${name}`,
      value,
    })),
);

test.each(changes)('$line: $name', async ({ line, request, path, value }) => {
  if (isAwaited(line)) return;
  expect([8, 9]).toContain(await exitCode(line, request, (response) => changed(response, path, value)));
});

const lines = [...new Map(JUDGES.map((judge) => [judge.line, judge])).values()];
const shapes = lines.flatMap((judge) => SHAPES.map(([name, value]) => ({ ...judge, name, value })));

test.each(shapes)('$line: the response is $name', async ({ line, request, value }) => {
  if (isAwaited(line)) return;
  expect(await exitCode(line, request, () => value)).toBe(8);
});

/** A delivery that is valid; each row changes one part of it. */
const DELIVERY_CHANGES: ReadonlyArray<readonly [name: string, change: (event: Record<string, unknown>) => unknown]> = [
  ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].flatMap((name) =>
    [undefined, null, 7, '', '-1'].map(
      (value) =>
        [
          `${name} ${value === undefined ? 'absent' : JSON.stringify(value)}`,
          (event: Record<string, unknown>) => ({
            ...event,
            headers: (event['headers'] as [string, string][]).flatMap(([key, text]) =>
              key !== name ? [[key, text]] : value === undefined ? [] : [[key, value]],
            ),
          }),
        ] as const,
    ),
  ),
  ['headers absent', ({ headers, ...event }) => event],
  ['headers null', (event) => ({ ...event, headers: null })],
  ['body absent', ({ body, ...event }) => event],
  ['body null', (event) => ({ ...event, body: null })],
  ['body a number', (event) => ({ ...event, body: 7 })],
  ['a list', () => []],
  ['a number', () => 42],
];

test.each(DELIVERY_CHANGES)('webhooks verify: %s', async (_, change) => {
  if (isAwaited('webhooks verify')) return;
  await world.write('secret.txt', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n');
  const secret = ['--secret-file', 'secret.txt'];
  const { stdout: body } = await world.run(['webhooks', 'sample', 'contact.created', '-o', 'ndjson']);
  await world.write('body.json', body);
  const signed = await world.run(['webhooks', 'sign', '--body', 'body.json', ...secret]);
  const headers = signed.stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(': '));
  const event = { time: '2026-11-20T12:00:00.000Z', headers, body };
  const verify = async (value: unknown) =>
    (await world.run(['webhooks', 'verify', ...secret], { stdin: `${JSON.stringify(value)}\n` })).code;
  expect(await verify(event)).toBe(0);
  expect([2, 8, 9]).toContain(await verify(change(event)));
});
