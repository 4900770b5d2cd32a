/** The seeded account: its size and variety, the same content every time, and valid references. */
import { describe, expect, test } from 'vitest';
import { isIdentifier, newId, seedId } from '../../src/sandbox/identifiers.ts';
import { UNSORTED } from '../../src/sandbox/nouns/groups.ts';
import { seedAccount } from './account.ts';
import { scaledAccount } from './scaled-account.ts';

const account = seedAccount();
const records = account.transactionalEmails.map(({ record }) => record);
const nodes = account.workflows.flatMap((workflow) => Object.values(workflow.nodes));
const conditions = account.audienceSegments.flatMap(({ filter }) => filter?.conditions ?? []);
const collections = {
  transactionalEmails: records,
  transactionalGroups: account.transactionalGroups,
  campaignGroups: account.campaignGroups,
  workflows: account.workflows,
  themes: account.themes,
  audienceSegments: account.audienceSegments,
};

test('it is the same every time', () => {
  expect(seedAccount()).toEqual(account);
  expect(JSON.parse(JSON.stringify(account))).toEqual(account);
});

test('it has the expected number of items', () => {
  const sizes = Object.fromEntries(Object.entries(collections).map(([name, items]) => [name, items.length]));
  expect(sizes).toEqual({
    transactionalEmails: 64,
    transactionalGroups: 25,
    campaignGroups: 25,
    workflows: 6,
    themes: 12,
    audienceSegments: 30,
  });
  expect(Math.max(...account.workflows.map((workflow) => Object.keys(workflow.nodes).length))).toBe(120);
});

describe.each(Object.entries(collections))(
  '%s',
  (_, items: readonly { id: string; name: string; createdAt: string; updatedAt: string }[]) => {
    test('are newest first, with different dates between 2024 and November 2026', () => {
      const dates = items.map(({ createdAt }) => createdAt);
      expect(dates).toEqual([...new Set(dates)].sort().reverse());
      for (const { createdAt, updatedAt } of items) {
        expect(createdAt >= '2024-01' && createdAt <= updatedAt && updatedAt < '2026-11-20').toBe(true);
      }
    });

    test('have different names and IDs', () => {
      expect(new Set(items.map(({ name }) => name)).size).toBe(items.length);
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
      expect(items.every(({ id }) => isIdentifier(id))).toBe(true);
    });
  },
);

test('the emails have every combination of messages', () => {
  const combinations = new Set(
    account.transactionalEmails.map(({ record, metrics }) =>
      [record.draftEmailMessageId !== null, record.publishedEmailMessageId !== null, metrics.sends > 0].join(),
    ),
  );
  expect(combinations).toEqual(new Set(['true,false,false', 'false,true,true', 'false,true,false', 'true,true,true']));
  for (const { record, metrics } of account.transactionalEmails) {
    expect(metrics.deliveries + metrics.hardBounces + metrics.softBounces, record.name).toBe(metrics.sends);
    expect(record.draftEmailMessageId === null).toBe(record.draftEmailMessageContentRevisionId === null);
    if (record.publishedEmailMessageId === null) expect(record.dataVariables).toEqual([]);
    expect(account.transactionalGroups.map(({ id }) => id)).toContain(record.transactionalGroupId);
  }
});

test.each([account.transactionalGroups, account.campaignGroups])(
  'the oldest group is the reserved one',
  (...groups) => {
    expect(groups.filter(({ name }) => name === UNSORTED)).toEqual([groups.at(-1)]);
    expect(groups.some(({ description }) => description === '')).toBe(true);
    expect(groups.every(({ description }) => typeof description === 'string')).toBe(true);
  },
);

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test('dates in conditions are date-times', () => {
  const dated = conditions.filter(({ operator = '' }) => ['between', 'after', 'before'].includes(operator));
  expect(dated.length).toBeGreaterThan(2);
  for (const { key, value } of dated) {
    const dates = typeof value === 'object' && value !== null ? Object.values(value) : [value];
    for (const date of dates) expect(date, key).toMatch(DATE_TIME);
  }
});

test('a filter has at least one condition, or is null', () => {
  const inNodes = nodes.flatMap((node) => ('audienceFilter' in node ? [node.audienceFilter] : []));
  expect(inNodes).toContain(null);
  for (const filter of [...inNodes, ...account.audienceSegments.map((segment) => segment.filter)]) {
    if (filter !== null) expect(filter?.conditions.length).toBeGreaterThan(0);
  }
});

test('each theme has all 39 styles with its own values, and one is the default', () => {
  for (const { styles } of account.themes) expect(Object.keys(styles)).toHaveLength(39);
  expect(new Set(account.themes.map(({ styles }) => JSON.stringify(styles))).size).toBe(12);
  expect(account.themes.filter(({ isDefault }) => isDefault)).toHaveLength(1);
});

test('the segments cover every type of condition', () => {
  expect(account.audienceSegments.filter(({ filter }) => filter === null)).toHaveLength(1);
  expect(new Set(account.audienceSegments.map(({ filter }) => filter?.match))).toEqual(
    new Set(['all', 'any', undefined]),
  );
  expect(new Set(conditions.map(({ type }) => type))).toEqual(new Set(['property', 'optIn', 'activity']));
  const values = conditions.flatMap((condition) => (condition.type === 'property' ? [typeof condition.value] : []));
  expect(new Set(values)).toEqual(new Set(['string', 'number', 'object', 'undefined']));
  const operators = conditions.flatMap((condition) =>
    condition.type === 'property' ? [condition.operator ?? ''] : [],
  );
  // The operators of the public schema.
  const documented =
    'any contains notContains equals notEquals greaterThan lessThan isTrue isFalse empty notEmpty dateEmpty dateNotEmpty after before between';
  expect(new Set(operators)).toEqual(new Set(documented.split(' ')));
});

test('the workflows have every type of node', () => {
  expect([...new Set(nodes.map(({ typeName }) => typeName))].sort()).toEqual([
    'AddToListTrigger',
    'AudienceFilter',
    'BlankTrigger',
    'BranchNode',
    'ContactPropertyTrigger',
    'EventTrigger',
    'ExitAction',
    'ExperimentBranchNode',
    'SendEmailAction',
    'SignupTrigger',
    'TimerAction',
    'VariantNode',
  ]);
  const types = nodes.flatMap((node) => (node.typeName === 'ExperimentBranchNode' ? [node.experimentType] : []));
  expect(new Set(types)).toEqual(new Set(['autosplit', 'webhook']));
  expect(new Set(nodes.flatMap((node) => (node.typeName === 'TimerAction' ? [node.unit] : [])))).toEqual(
    new Set(['m', 'h', 'd']),
  );
});

test('every node of a workflow is reached, and every connection leads to a node', () => {
  for (const { name, nodes: own, rootNodeId } of account.workflows) {
    const reached = new Set([rootNodeId, ...Object.values(own).flatMap(({ nextNodeIds }) => nextNodeIds)]);
    expect([...reached].sort(), name).toEqual(Object.keys(own).sort());
    for (const { typeName, nextNodeIds } of Object.values(own)) {
      expect(nextNodeIds.length === 0, name).toBe(typeName === 'ExitAction');
    }
  }
});

test('paths that separate join again', () => {
  const [trial] = account.workflows.filter(({ name }) => name === 'Trial onboarding');
  const followers = Object.values(trial?.nodes ?? {}).flatMap(({ nextNodeIds }) => nextNodeIds);
  const joins = followers.filter((id, index) => followers.indexOf(id) !== index);
  expect(joins).toContain(seedId('workflow-node', 'Trial onboarding', 'halfway'));
});

test('references lead to items that exist', () => {
  const segments = account.audienceSegments.map(({ id }) => id);
  const inSegments = nodes.flatMap((node) => (node.typeName === 'AudienceFilter' ? [node.audienceSegmentId] : []));
  expect(inSegments.some((id) => id === undefined)).toBe(true);
  for (const id of inSegments) if (id !== undefined) expect(segments).toContain(id);
  const sources = new Map([
    ['workflow', account.workflows.map(({ id }) => id)],
    ['workflowEmail', nodes.map(({ id }) => id)],
  ]);
  for (const { type, target = '', id } of conditions) {
    if (type !== 'activity' || target === 'campaign') continue;
    expect(sources.get(target)).toContain(id);
  }
});

test('an account can have any size', () => {
  expect(scaledAccount({})).toEqual(account);
  const { themes, audienceSegments, transactionalEmails, transactionalGroups } = scaledAccount({
    themes: 0,
    segments: 31,
    transactionalEmails: 10_000,
    groups: 1,
  });
  expect([themes.length, audienceSegments.length, transactionalEmails.length]).toEqual([0, 31, 10_000]);
  expect(transactionalGroups.map(({ name }) => name)).toEqual([UNSORTED]);
  expect(new Set(transactionalEmails.map(({ record }) => record.transactionalGroupId))).toEqual(
    new Set(transactionalGroups.map(({ id }) => id)),
  );
});

test('IDs look like those of the service, for new and for seeded items', () => {
  let seed = 0;
  const random = () => {
    seed = (seed + 0.618034) % 1;
    return seed;
  };
  for (const id of [newId(random), newId(() => 0), newId(() => 0.999999), seedId('a'), seedId('a', 'b')]) {
    expect(id).toMatch(/^c[a-z0-9]{24}$/);
  }
  expect(seedId('a')).toBe(seedId('a'));
  expect(seedId('a')).not.toBe(seedId('b'));
});
