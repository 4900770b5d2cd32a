/** The nodes of a workflow as files have them: by key, with the settings that edits can change, and without defaults. */
import * as z from 'zod';
import { isRecord } from '../../define/json.ts';
import { requireRegular } from '../../nouns/workflow/edit/goal.ts';
import { pairNodes } from '../../nouns/workflow/edit/pairs.ts';
import { DEFAULTS, settingsOf } from '../../nouns/workflow/edit/payloads.ts';
import { type Graph, readGraph, traverse } from '../../nouns/workflow/graph.ts';
import { NODE_TYPES, sentenceOf } from '../../nouns/workflow/node-types.ts';
import { canonicalJson } from '../content.ts';
import type { TakenKeys } from '../keys.ts';

/** A node in a file, or in the account: then the names of nodes are IDs. */
export type FileNode = Readonly<Record<string, unknown>> & {
  readonly type: string;
  readonly next?: string | readonly string[];
};
export type FileNodes = Readonly<Record<string, FileNode>>;

/** Names of settings that files share with those of campaigns. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  audienceSegmentId: 'segment',
  audienceFilter: 'filter',
  mailingListId: 'mailingList',
};
/** One node is written without a list. */
export const nextOf = ({ next = [] }: FileNode): readonly string[] => (typeof next === 'string' ? [next] : next);

const ownName = (field: string): string => (Object.hasOwn(OWN_NAMES, field) ? (OWN_NAMES[field] ?? field) : field);

const isDefault = (field: string, value: unknown): boolean =>
  [undefined, null, false, ''].includes(value as null) || DEFAULTS[field] === value;

/** Without defaults, so that the same node is always the same content. */
export function plainNode(node: FileNode): FileNode {
  const { type, next: _, ...fields } = node;
  const next = nextOf(node);
  const [only] = next;
  const set = Object.entries(fields).filter(([field, value]) => !isDefault(field, value));
  return { type, ...Object.fromEntries(set), ...(only === undefined ? {} : { next: next.length === 1 ? only : next }) };
}

const schemas = new Map(
  Object.entries(NODE_TYPES).map(([type, { fields }]) => {
    const own = Object.entries(fields as z.ZodRawShape)
      .filter(([field]) => settingsOf(type).includes(field))
      .map(([field, schema]): [string, z.ZodType] => [ownName(field), z.optional(schema as z.ZodType)]);
    return [
      type,
      z.strictObject({
        type: z.string(),
        next: z.union([z.string(), z.array(z.string())]).optional(),
        ...Object.fromEntries(own),
      }),
    ];
  }),
);

export const FileNodesSchema = z
  .record(z.string(), z.looseObject({ type: z.string() }))
  .superRefine((nodes, context) => {
    for (const [key, node] of Object.entries(nodes)) {
      const problem = (message: string, ...path: readonly PropertyKey[]): void =>
        context.addIssue({ code: 'custom', path: [key, ...path], message });
      if (!/^[\p{L}\p{N}\p{M}._-]+$/u.test(key))
        problem('a key has only letters, digits, dots, hyphens and underscores');
      const schema = schemas.get(node.type);
      if (schema === undefined) {
        problem(`unknown type ${JSON.stringify(node.type)}`, 'type');
        continue;
      }
      for (const { message, path } of schema.safeParse(node).error?.issues ?? []) problem(message, ...path);
      const next = [node['next']].flat();
      const missing = next.find((to) => typeof to === 'string' && !Object.hasOwn(nodes, to));
      if (missing !== undefined) problem(`there is no node ${JSON.stringify(missing)}`, 'next');
    }
  });

/** The nodes of a graph with the settings that files have, in the order in which contacts pass them. */
export function nodesIn(graph: Graph): FileNodes {
  const { reached, unreached } = traverse(graph);
  const order = [reached, ...unreached].flatMap((part) => part.order);
  return Object.fromEntries(
    order.flatMap((id): [string, FileNode][] => {
      const node = graph.nodes.get(id);
      if (node === undefined) return [];
      const { typeName: type, next, fields } = node;
      const settings = settingsOf(type).map((field): [string, unknown] => [ownName(field), fields[field]]);
      return [[id, plainNode({ type, ...Object.fromEntries(settings), next: type === 'ExitAction' ? [] : next })]];
    }),
  );
}

/** Settings that an edit would leave alone if the file did not name them. */
const CLEARED: Readonly<Record<string, unknown>> = { reEligible: false, appliesDownstream: false, ...DEFAULTS };

const nameOf = (field: string): string => Object.keys(OWN_NAMES).find((name) => OWN_NAMES[name] === field) ?? field;

/** The same as a workflow of the API, for plans and comparisons. */
export function workflowOf(nodes: FileNodes) {
  const entries = Object.entries(nodes).map(([id, node]) => {
    const { type, next: _, ...fields } = node;
    const cleared = settingsOf(type).flatMap((field): [string, unknown][] => {
      if (field === 'audienceSegmentId' || field === 'audienceFilter' || field === 'eventName') return [[field, null]];
      return Object.hasOwn(CLEARED, field) ? [[field, CLEARED[field]]] : [];
    });
    const given = Object.entries(fields).map(([field, value]): [string, unknown] => [nameOf(field), value]);
    return [
      id,
      { typeName: type, ...Object.fromEntries([...cleared, ...given]), nextNodeIds: [...nextOf(node)] },
    ] as const;
  });
  const rootNodeId = entries.find(([, { typeName }]) => typeName.endsWith('Trigger'))?.[0] ?? null;
  return { rootNodeId, nodes: Object.fromEntries(entries) };
}

/**
 * The IDs of the nodes of the account that are like those of files, by their keys. Settings that the API leaves out of a workflow are
 * not compared: a filter without settings would be paired with one for everybody.
 */
export function matchingNodes(local: FileNodes, live: Graph): ReadonlyMap<string, string> {
  const goal = readGraph(workflowOf(local));
  try {
    const sides = [requireRegular('', goal), requireRegular('', live)] as const;
    return pairNodes({ goal, live, sameWorkflow: false }, ...sides);
  } catch {
    // What is wrong with a graph is reported where it matters.
    return new Map();
  }
}

/** Only a trigger without settings and an exit: nobody has edited it yet. */
export const isBlank = (nodes: unknown): boolean =>
  isRecord(nodes) &&
  Object.values(nodes)
    .map((node) => (isRecord(node) ? node['type'] : undefined))
    .sort()
    .join() === 'BlankTrigger,ExitAction';

/** `segment:admins` as `admins`. */
const withoutKinds = ({ segment, mailingList, ...fields }: Readonly<Record<string, unknown>>) => {
  const plain = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/^[a-z]+:/, '') : value);
  return { ...fields, segment: plain(segment), mailingList: plain(mailingList) };
};

const inWords = (key: string, node: FileNode): string => {
  const { type, next: _, ...fields } = node;
  const next = nextOf(node);
  const { nodes } = workflowOf({ [key]: { type, ...withoutKinds(fields) } });
  const settings = { ...nodes[key], ...(type === 'SendEmailAction' ? { subject: key } : {}) };
  const to = next.length === 0 ? '' : `, then ${next.join(' or ')}`;
  return `${key}: ${sentenceOf({ typeName: type, fields: settings })}${to}`;
};

const nodeAt = (nodes: unknown, key: string): FileNode | undefined =>
  isRecord(nodes) && Object.hasOwn(nodes, key) ? (nodes[key] as FileNode) : undefined;

/** A line for each node that is new, and for each that is gone; two for one that differs. */
export function nodesDiff(before: unknown, after: unknown): readonly string[] {
  const keys = [...Object.keys(isRecord(before) ? before : {}), ...Object.keys(isRecord(after) ? after : {})];
  return [...new Set(keys)].flatMap((key) => {
    const [old, now] = [nodeAt(before, key), nodeAt(after, key)];
    if (canonicalJson(old && plainNode(old)) === canonicalJson(now && plainNode(now))) return [];
    const [one, other] = [old && inWords(key, old), now && inWords(key, now)];
    const fields = one === other && old && now ? settingLines(key, old, now) : undefined;
    return fields ?? [...(one === undefined ? [] : [`-${one}`]), ...(other === undefined ? [] : [`+${other}`])];
  });
}

/** Settings that the sentence of a node does not have. */
const settingLines = (key: string, old: FileNode, now: FileNode): readonly string[] =>
  [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => canonicalJson(old[field]) !== canonicalJson(now[field]))
    .map((field) => `${key}.${field}: ${JSON.stringify(old[field] ?? null)} -> ${JSON.stringify(now[field] ?? null)}`);

const WORDS: Readonly<Record<string, string>> = {
  TimerAction: 'wait',
  AudienceFilter: 'filter',
  BranchNode: 'branch',
  ExperimentBranchNode: 'experiment',
  VariantNode: 'variant',
  ExitAction: 'exit',
  SendEmailAction: 'email',
};

/** Keys for nodes by their IDs: the subject of an email, or a word for the type. */
export function newNodeKeys(
  nodes: Graph['nodes'],
  ids: readonly string[],
  taken: TakenKeys,
): readonly (readonly [string, string])[] {
  return ids.map((id) => {
    const { typeName = '', fields } = nodes.get(id) ?? {};
    const subject = fields?.['subject'];
    const otherwise = WORDS[typeName] ?? (typeName.endsWith('Trigger') ? 'trigger' : 'node');
    return [id, taken.take(typeof subject === 'string' && subject !== '' ? subject : otherwise, otherwise)];
  });
}
