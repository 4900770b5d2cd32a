/** The settings that an update of a node may change, by the type of the node. */
import * as z from 'zod';
import { COMPARISON_OPERATORS, isPropertyType } from '../../../nouns/workflow/comparisons.ts';
import type { Account } from '../../account.ts';
import { type RequestFilter, requestFilter, requireReferences } from '../../filter.ts';
import { Refusal } from '../../handler.ts';
import { identifier } from '../../request-body.ts';
import { eventPatterns } from '../events.seed.ts';
import { propertiesOf } from '../properties.ts';
import type { EditedWorkflow, NodeContent, SavedNode } from './graph.ts';

const comparison = z.strictObject({ value: z.union([z.string(), z.number(), z.boolean()]), operator: z.string() });
/** Null for types without settings. */
const PAYLOADS = {
  SignupTrigger: {},
  BlankTrigger: {},
  EventTrigger: {
    eventPatternId: identifier('eventPatternId').nullable(),
    eventName: z.string().min(1).nullable(),
    reEligible: z.boolean(),
  },
  ContactPropertyTrigger: {
    contactPropertyQuery: z.strictObject({ key: z.string().min(1), is: comparison, was: comparison }),
    reEligible: z.boolean(),
  },
  AddToListTrigger: { reEligible: z.boolean() },
  AudienceFilter: {
    audienceSegmentId: identifier('audienceSegmentId').nullable(),
    audienceFilter: requestFilter.nullable(),
    appliesDownstream: z.boolean(),
  },
  TimerAction: { amount: z.number().min(0), unit: z.enum(['m', 'h', 'd']) },
  ExperimentBranchNode: { samplingRate: z.number().min(0).max(100) },
  VariantNode: { isControl: z.boolean() },
  SendEmailAction: null,
  BranchNode: null,
  ExitAction: null,
} as const satisfies Readonly<Record<SavedNode['typeName'], z.ZodRawShape | null>>;

/** What a trigger has after its type was changed. */
const NEW_TRIGGERS: Readonly<Record<string, NodeContent>> = {
  SignupTrigger: { typeName: 'SignupTrigger' },
  EventTrigger: { typeName: 'EventTrigger', eventName: null, eventProperties: [], reEligible: false },
  ContactPropertyTrigger: { typeName: 'ContactPropertyTrigger', contactPropertyQuery: null, reEligible: false },
  AddToListTrigger: { typeName: 'AddToListTrigger', mailingListId: null, reEligible: false },
};

/** The schema of a payload for a node that has, or is changed to, a type. Throws a 501 `Refusal` for a type without settings. */
function payloadSchema(node: SavedNode, typeName: SavedNode['typeName']): z.ZodType {
  const shape = PAYLOADS[typeName];
  if (shape === null) throw new Refusal(501, `Updating a ${typeName} is not implemented.`);
  const isTrigger = node.id !== '' && node.typeName.endsWith('Trigger');
  return z
    .strictObject({ ...z.object(shape).partial().shape, ...(isTrigger ? { typeName: z.string().optional() } : {}) })
    .refine((payload) => Object.keys(payload).length > 0, 'payload must not be empty.');
}

export function parsePayload(node: SavedNode, payload: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const asked = payload['typeName'];
  const isTrigger = node.typeName.endsWith('Trigger');
  if (isTrigger && asked !== undefined && !Object.hasOwn(NEW_TRIGGERS, String(asked))) {
    throw new Refusal(400, 'payload.typeName is not a type of trigger.');
  }
  const typeName = isTrigger && asked !== undefined ? (asked as SavedNode['typeName']) : node.typeName;
  const parsed = payloadSchema(node, typeName).safeParse(payload, { reportInput: true });
  if (parsed.success) return parsed.data as Record<string, unknown>;
  const [issue] = parsed.error.issues;
  const field = ['payload', ...(issue?.path ?? [])].join('.');
  throw new Refusal(
    400,
    issue?.code === 'unrecognized_keys' ? `Unknown field: ${field}.${issue.keys[0]}.` : `${field} is not valid.`,
  );
}

/** Changes the settings of a node. Throws a `Refusal` for references to what does not exist. */
export function applyPayload(
  account: Account,
  workflow: EditedWorkflow,
  node: SavedNode,
  payload: Readonly<Record<string, unknown>>,
): SavedNode {
  const { typeName, ...fields } = payload;
  const base: SavedNode =
    typeof typeName === 'string' && typeName !== node.typeName
      ? { id: node.id, ...(NEW_TRIGGERS[typeName] as NodeContent), nextNodeIds: node.nextNodeIds }
      : node;
  requireRecords(account, fields);
  const set = Object.entries({ ...base, ...settingsFor(account, fields) });
  const changed = Object.fromEntries(set.filter(([, value]) => value !== undefined)) as unknown as SavedNode;
  workflow.nodes[node.id] = changed;
  if (fields['isControl'] === true) giveUpControl(workflow, node.id);
  return changed;
}

function settingsFor(account: Account, fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { audienceSegmentId, audienceFilter, eventName, eventPatternId, ...rest } = fields;
  // A segment without a filter clears the filter, and the other way around.
  if ('audienceSegmentId' in fields || 'audienceFilter' in fields) {
    const everybody = typeof audienceSegmentId === 'string' ? undefined : null;
    return {
      ...rest,
      audienceSegmentId: audienceSegmentId ?? undefined,
      audienceFilter: audienceFilter ?? everybody,
    };
  }
  if (eventName !== undefined && eventPatternId !== undefined) {
    throw new Refusal(400, 'Provide either eventPatternId or eventName.');
  }
  if (eventName === undefined && eventPatternId === undefined) return rest;
  if (typeof eventName !== 'string' && typeof eventPatternId !== 'string') {
    return { ...rest, eventName: null, eventProperties: [] };
  }
  const pattern = eventPatterns
    .of(account)
    .find((known) => (typeof eventName === 'string' ? known.eventName === eventName : known.id === eventPatternId));
  if (pattern === undefined) throw new Refusal(400, 'No event pattern exists for this event name.');
  return { ...rest, eventName: pattern.eventName, eventProperties: pattern.eventProperties };
}

const recordsIn = (account: Account, section: string): readonly Readonly<Record<string, unknown>>[] =>
  (account[section] ?? []) as readonly Readonly<Record<string, unknown>>[];

function requireRecords(account: Account, fields: Readonly<Record<string, unknown>>): void {
  const { audienceSegmentId: segment, audienceFilter: filter, contactPropertyQuery: query } = fields;
  if (typeof segment === 'string' && !recordsIn(account, 'audienceSegments').some(({ id }) => id === segment)) {
    throw new Refusal(404, 'Audience segment not found.');
  }
  if (filter) requireReferences(account, filter as RequestFilter);
  if (query !== undefined) requireComparable(account, query as Query);
}

interface Query {
  readonly key: string;
  readonly is: { readonly operator: string };
  readonly was: { readonly operator: string };
}

/** Their changes start nothing. */
const NEVER_COMPARED = ['createdAt', 'notes'];

function requireComparable(account: Account, { key, is, was }: Query): void {
  const type = propertiesOf(account).find((property) => property.key === key)?.type;
  if (!isPropertyType(type) || NEVER_COMPARED.includes(key)) {
    throw new Refusal(400, 'payload.contactPropertyQuery.key is not a property that can start a workflow.');
  }
  const known = COMPARISON_OPERATORS[type];
  for (const [side, { operator }] of Object.entries({ is, was })) {
    if (!known[side as 'is' | 'was'].includes(operator)) {
      throw new Refusal(400, `payload.contactPropertyQuery.${side}.operator does not fit the property.`);
    }
  }
}

/** An experiment has one control. */
function giveUpControl({ nodes }: EditedWorkflow, control: string): void {
  for (const { typeName, nextNodeIds } of Object.values(nodes)) {
    if (typeName !== 'ExperimentBranchNode' || !nextNodeIds.includes(control)) continue;
    for (const id of nextNodeIds) {
      const other = nodes[id];
      if (other?.typeName === 'VariantNode' && id !== control) nodes[id] = { ...other, isControl: false };
    }
  }
}
