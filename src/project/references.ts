/** References: keys in files such as `theme:brand`, and IDs of one environment in the account. */
import { isRecord } from '../define/json.ts';
import { replaceAttributes } from '../lmx/replace-attributes.ts';
import type { Content } from './content.ts';
import type { FieldRule, KindName, Target } from './kinds/kind.ts';
import { type FileNode, nextOf, plainNode } from './kinds/workflow-nodes.ts';

/** What replaces a reference; undefined leaves it as it is. */
export type Replacement = (kind: Target, value: string) => string | undefined;

/** The attributes of LMX that hold the ID of a record or the URL of an image. */
const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, KindName>>>> = {
  Style: { themeId: 'theme' },
  Component: { componentId: 'component' },
  Image: { src: 'image' },
};

const kindOfAttribute = (tag: string, attribute: string): KindName | undefined =>
  Object.hasOwn(ATTRIBUTES, tag) ? ATTRIBUTES[tag]?.[attribute] : undefined;

const replaceInLmx = (lmx: string, replace: Replacement): string =>
  replaceAttributes(lmx, (tag, attribute, value) => {
    const kind = kindOfAttribute(tag, attribute);
    return kind === undefined ? undefined : replace(kind, value);
  });

/** The targets of conditions in a filter, and the kinds of records that they are. An email of a workflow has the ID of its node. */
const TARGETS: Readonly<Record<string, KindName>> = {
  campaign: 'campaign',
  workflow: 'workflow',
  workflowEmail: 'workflow-email',
};

function replaceInFilter(filter: unknown, replace: Replacement): unknown {
  if (!isRecord(filter) || !Array.isArray(filter['conditions'])) return filter;
  const conditions = filter['conditions'].map((condition: unknown) => {
    if (!isRecord(condition) || typeof condition['id'] !== 'string') return condition;
    const target = String(condition['target']);
    const kind = Object.hasOwn(TARGETS, target) ? TARGETS[target] : undefined;
    const id = kind === undefined ? undefined : replace(kind, condition['id']);
    return id === undefined ? condition : { ...condition, id };
  });
  return { ...filter, conditions };
}

/** Names of nodes, and what their settings refer to. */
function replaceInNodes(nodes: unknown, replace: Replacement): unknown {
  if (!isRecord(nodes)) return nodes;
  const nameOf = (name: string): string => replace('node', name) ?? name;
  const replaced = (kind: Target, value: unknown): unknown =>
    typeof value === 'string' ? (replace(kind, value) ?? value) : value;
  const entries = Object.entries(nodes).map(([name, node]): [string, FileNode] => {
    const { next: _, segment, filter, mailingList, ...rest } = node as FileNode;
    const references = {
      segment: replaced('segment', segment),
      filter: replaceInFilter(filter, replace),
      mailingList: replaced('list', mailingList),
    };
    return [
      nameOf(name),
      plainNode({ ...rest, ...references, next: nextOf(node as FileNode).map(nameOf) } as FileNode),
    ];
  });
  return Object.fromEntries(entries);
}

function replaceInValue(value: unknown, rule: FieldRule | undefined, replace: Replacement): unknown {
  if (rule?.isNodes) return replaceInNodes(value, replace);
  if (rule?.isFilter) return replaceInFilter(value, replace);
  if (typeof value !== 'string') return value;
  if (rule?.isLmx) return replaceInLmx(value, replace);
  return rule?.refersTo === undefined ? value : (replace(rule.refersTo, value) ?? value);
}

/** The same content with other references. */
export const replaceReferences = (
  content: Content,
  fields: Readonly<Record<string, FieldRule>>,
  replace: Replacement,
): Content =>
  Object.fromEntries(
    Object.entries(content).map(([field, value]) => [field, replaceInValue(value, fields[field], replace)]),
  );

/** The key in `theme:brand`; undefined for anything that is not a reference to this kind. */
export function keyIn(kind: Target, value: string): string | undefined {
  return value.startsWith(`${kind}:`) ? value.slice(kind.length + 1) : undefined;
}

/** The references by key in a content, `theme:brand`. */
export function referencesIn(content: Content, fields: Readonly<Record<string, FieldRule>>): ReadonlySet<string> {
  const found = new Set<string>();
  replaceReferences(content, fields, (kind, value) => {
    if (keyIn(kind, value) !== undefined) found.add(value);
    return undefined;
  });
  return found;
}
