/** The content of a team by names: what has an ID in the account has its name here, so that two teams can be compared. */
import type { Context } from '../../../define/command.ts';
import { Failure } from '../../../errors.ts';
import { withoutBodies } from '../../../project/component-bodies.ts';
import { type Content, withoutEmpty } from '../../../project/content.ts';
import { TakenKeys } from '../../../project/keys.ts';
import { UNSORTED } from '../../../project/kinds/groups.ts';
import type { Found, Kind, Target } from '../../../project/kinds/kind.ts';
import { addressOf, KINDS } from '../../../project/kinds/kinds.ts';
import { workflowIn, workflowKind } from '../../../project/kinds/workflow.ts';
import { emailsOf, workflowEmailKind } from '../../../project/kinds/workflow-email.ts';
import { newNodeKeys, nodesIn } from '../../../project/kinds/workflow-nodes.ts';
import { replaceReferences } from '../../../project/references.ts';
import { formatCount } from '../../../text/number.ts';
import { announceRequests } from '../../announce.ts';
import { checkApiKey } from '../../api-key.ts';
import { listMailingLists } from '../../lists.ts';
import { readGraph } from '../../workflow/graph.ts';

/** Images are files of a project, and the API cannot list them. */
export const COMPARED: readonly Kind[] = KINDS.filter(({ name }) => name !== 'image');

export const TEAM_CALLS = [
  ...[checkApiKey, listMailingLists],
  ...COMPARED.flatMap(({ calls }) => calls.filter(({ effect }) => effect === 'read')),
];

export interface TeamRecord {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  /** References are `theme:Brand`. */
  readonly content: Content | undefined;
  readonly failure: Failure | undefined;
}

export interface Team {
  readonly name: string;
  readonly records: readonly TeamRecord[];
}

/** The records of these kinds. Those that cannot be read have a failure; a list that cannot be read rejects. */
export async function readTeam(context: Context, kinds: readonly Kind[]): Promise<Team> {
  const { teamName } = await context.call(checkApiKey, {});
  const lists = new Map<Kind, readonly Found[]>();
  const named = new Map<string, string>();
  const note = (target: Target, found: readonly { readonly id: string; readonly name: string }[]): void => {
    for (const { id, name } of found) if (name !== UNSORTED) named.set(`${target} ${id}`, addressOf(target, name));
  };
  // Also the kinds that are not compared: the others may refer to them.
  for (const kind of COMPARED) {
    const found = await kind.list(context);
    const broken = found.find(({ id, name }) => typeof id !== 'string' || typeof name !== 'string');
    if (broken !== undefined) {
      throw new Failure('unexpected_response', `The API response has a ${kind.noun} without an ID or a name.`);
    }
    lists.set(kind, found);
    note(kind.name, found);
  }
  noteEmails(lists, named);
  // Of a workflow that cannot be read, it is not known which emails it has.
  const workflows = kinds.includes(workflowEmailKind) ? (lists.get(workflowKind) ?? []) : [];
  const withoutEmails = workflows.flatMap(({ id, name, record }): TeamRecord[] =>
    record instanceof Failure ? [{ kind: workflowEmailKind, id, name, content: undefined, failure: record }] : [],
  );
  note('list', await context.call(listMailingLists, {}));
  const components = COMPARED.find(({ name }) => name === 'component');
  const bodies = new Map(
    (components === undefined ? [] : (lists.get(components) ?? [])).map(({ id, content }) => [
      id,
      String(content?.['lmx'] ?? ''),
    ]),
  );
  const wanted = kinds.flatMap((kind) =>
    (lists.get(kind) ?? []).filter(({ isFixed, isDone }) => !isFixed && !isDone).map((found) => ({ kind, found })),
  );
  const unread = wanted.filter(({ found }) => found.content === undefined).length;
  await announceRequests(context, `${formatCount(unread, 'record')} of team ${JSON.stringify(teamName)}`, unread);
  const outcomes = await context.settle(
    wanted,
    async ({ kind, found }) => found.content ?? (await kind.read?.(context, found))?.content ?? {},
  );
  const records = outcomes.map(({ item: { kind, found }, value, failure }): TeamRecord => {
    const { id, name } = found;
    return { kind, id, name, failure, content: value && byName(kind, value, named, bodies) };
  });
  return { name: teamName, records: [...records, ...withoutEmails] };
}

/** The nodes of workflows by keys that are made of their content, and their emails as records. */
function noteEmails(lists: Map<Kind, readonly Found[]>, named: Map<string, string>): void {
  const emails: Found[] = [];
  for (const workflow of lists.get(workflowKind) ?? []) {
    if (workflow.record instanceof Failure) continue;
    const graph = readGraph(workflowIn(workflow));
    for (const [id, key] of newNodeKeys(graph.nodes, Object.keys(nodesIn(graph)), new TakenKeys())) {
      named.set(`node ${id}`, key);
      named.set(`workflow-email ${id}`, addressOf('workflow-email', `${workflow.name}/${key}`));
    }
    for (const email of emailsOf(workflow)) {
      emails.push({ ...email, name: `${workflow.name}/${named.get(`node ${email.node}`)}` });
    }
  }
  lists.set(workflowEmailKind, emails);
}

function byName(
  kind: Kind,
  content: Content,
  named: ReadonlyMap<string, string>,
  bodies: ReadonlyMap<string, string>,
): Content {
  const shortened = Object.entries(content).map(([field, value]) => {
    const { isLmx, refersTo } = kind.fields[field] ?? {};
    if (refersTo !== undefined && !named.has(`${refersTo} ${value}`)) return [field, undefined];
    const isBody = isLmx && kind.name !== 'component' && typeof value === 'string';
    return [field, isBody ? withoutBodies(value, bodies) : value];
  });
  return withoutEmpty(
    replaceReferences(Object.fromEntries(shortened), kind.fields, (to, id) => named.get(`${to} ${id}`)),
  );
}
