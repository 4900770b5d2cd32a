/** The IDs of one environment: keys of files become IDs, and IDs of the account become keys. */

import { readGraph } from '../nouns/workflow/graph.ts';
import { fieldHash } from './compare.ts';
import { withoutBodies } from './component-bodies.ts';
import { type Content, withoutEmpty } from './content.ts';
import { TakenKeys } from './keys.ts';
import { UNSORTED } from './kinds/groups.ts';
import type { Found, Kind, Read, Target } from './kinds/kind.ts';
import { addressOf, kindNamed } from './kinds/kinds.ts';
import { workflowIn } from './kinds/workflow.ts';
import { recognize } from './kinds/workflow-edits.ts';
import { emailsOf } from './kinds/workflow-email.ts';
import { type FileNodes, matchingNodes, newNodeKeys, nodesIn } from './kinds/workflow-nodes.ts';
import { EMPTY_LOCK, type Lock, type LockEntry, sentHash } from './lock.ts';
import { keyIn, replaceReferences } from './references.ts';
import type { Local, Tree } from './tree.ts';

/** `hello` of `welcome/hello` */
const nodeKey = (key: string | undefined): string | undefined => key?.slice(key.indexOf('/') + 1);

export const keyOfAddress = (address: string): string => address.slice(address.indexOf(':') + 1);

export class References {
  readonly #ids = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  readonly #bodies: Map<string, string>;
  readonly #none = new Map<Target, string>();

  constructor(lock: Lock, lists: ReadonlyMap<Target, readonly Found[]>) {
    for (const [address, { id, url }] of Object.entries(lock.entries)) {
      const kind = kindNamed(address.slice(0, address.indexOf(':')));
      const target = url ?? id;
      if (kind !== undefined && target !== undefined) this.assign(kind, keyOfAddress(address), target);
    }
    const components = lists.get('component') ?? [];
    this.#bodies = new Map(components.map(({ id, content }) => [id, String(content?.['lmx'] ?? '')]));
    for (const { id, name } of lists.get('list') ?? []) {
      if (this.#ids.has(`list:${name}`)) continue;
      this.#ids.set(`list:${name}`, id);
      this.#keys.set(`list ${id}`, name);
    }
    for (const [kind, found] of lists) {
      const none = found.find(({ name, isFixed }) => isFixed === true && name === UNSORTED);
      if (none !== undefined) this.#none.set(kind, none.id);
    }
  }

  /** Changes of a copy do not reach this one. */
  copy(): References {
    const copy = new References(EMPTY_LOCK, new Map());
    const maps = [
      [this.#ids, copy.#ids],
      [this.#keys, copy.#keys],
      [this.#bodies, copy.#bodies],
      [this.#none, copy.#none],
    ] as const;
    for (const [from, to] of maps) for (const [key, value] of from) (to as Map<string, string>).set(key, value);
    return copy;
  }

  readonly assign = (kind: Kind, key: string, id: string): void => {
    this.#ids.set(addressOf(kind.name, key), id);
    this.#keys.set(`${kind.name} ${id}`, key);
  };

  /** No record has this key now. */
  readonly forget = (address: string): void => void this.#ids.delete(address);

  readonly idOf = (address: string): string | undefined => this.#ids.get(address);

  /** The key of a record that is part of another one: `welcome/hello`. */
  readonly partKey = ({ node }: Found): string | undefined => this.#keys.get(`node ${node}`);

  /** Gives every node of a workflow a key: the one of the lock, that of the same node in the files, or a new one. */
  nameNodes(key: string, workflow: Found, entry: LockEntry | undefined, local: Local | undefined): void {
    const graph = readGraph(workflowIn(workflow));
    const { nodes } = graph;
    const remote = nodesIn(graph);
    const locals = (local?.content['nodes'] ?? {}) as FileNodes;
    const opened = entry?.open && recognize(entry.open, workflowIn(workflow), locals);
    const given = { ...entry?.nodes, ...opened };
    const matching = entry?.nodes === undefined ? matchingNodes(locals, graph) : new Map<string, string>();
    for (const [name, id] of [...matching, ...Object.entries(given)]) {
      if (nodes.has(id)) this.#assignNode(key, name, id);
    }
    const taken = new TakenKeys([...Object.keys(locals), ...Object.keys(given)]);
    const unnamed = Object.keys(remote).filter((id) => !this.#keys.has(`node ${id}`));
    for (const [id, name] of newNodeKeys(nodes, unnamed, taken)) this.#assignNode(key, name, id);
  }

  #assignNode(workflow: string, name: string, id: string): void {
    this.#ids.set(`node:${workflow}/${name}`, id);
    this.#keys.set(`node ${id}`, `${workflow}/${name}`);
  }

  /** After a push: the nodes have IDs, and their emails too. */
  noteNodes(key: string, workflow: Read, local: Local | undefined): void {
    for (const [name, id] of workflow.nodes ?? []) {
      this.#assignNode(key, this.nodeName(name), id);
    }
    this.nameNodes(key, workflow, { fields: {}, nodes: {} }, local);
    for (const email of emailsOf(workflow)) this.#ids.set(`workflow-email:${this.partKey(email)}`, email.id);
  }

  /** The key of a node by its ID; anything else is a key already. */
  readonly nodeName = (name: string): string => nodeKey(this.#keys.get(`node ${name}`)) ?? name;

  /** For the lock: the IDs of the nodes in a content, by key. */
  readonly nodeIds = ({ nodes }: Content): LockEntry['nodes'] =>
    nodes === undefined
      ? undefined
      : Object.fromEntries(
          Object.keys(nodes as FileNodes).flatMap((id) => {
            const name = nodeKey(this.#keys.get(`node ${id}`));
            return name === undefined ? [] : [[name, id]];
          }),
        );

  readonly isKnown = (address: string): boolean =>
    this.#ids.has(address) || this.#ids.has(`node:${keyIn('workflow-email', address)}`);

  readonly noteBody = (id: string, lmx: string): void => void this.#bodies.set(id, lmx);

  readonly noneOf = (kind: Target): string | undefined => this.#none.get(kind);

  /** An image whose file has changed has no URL yet. */
  noteImages({ locals }: Tree, { entries }: Lock): void {
    for (const { kind, address, content } of locals.values()) {
      if (kind.name !== 'image') continue;
      if (fieldHash(kind.fields['hash'], content['hash']) !== sentHash(entries[address], 'hash'))
        this.#ids.delete(address);
    }
  }

  readonly remoteContent = (kind: Kind, { content }: Read): Content =>
    withoutEmpty(
      Object.fromEntries(
        Object.entries(content).map(([field, value]) => {
          const { isLmx, refersTo } = kind.fields[field] ?? {};
          if (refersTo !== undefined && value === this.#none.get(refersTo)) return [field, undefined];
          const isBody = isLmx && kind.name !== 'component' && typeof value === 'string';
          return [field, isBody ? withoutBodies(value, this.#bodies) : value];
        }),
      ),
    );

  readonly localContent = ({ kind, content, key: workflow }: Local): Content =>
    replaceReferences(content, kind.fields, (to, value) => {
      if (to === 'node') return this.#ids.get(`node:${workflow}/${value}`);
      const key = keyIn(to, value);
      if (to === 'workflow-email') return this.#ids.get(`node:${key}`);
      return key === undefined ? undefined : this.#ids.get(addressOf(to, key));
    });

  readonly withKeys = (kind: Kind, content: Content): Content =>
    replaceReferences(content, kind.fields, (to, id) => {
      const key = this.#keys.get(to === 'workflow-email' ? `node ${id}` : `${to} ${id}`);
      if (to === 'node') return nodeKey(key);
      return key === undefined ? undefined : addressOf(to, key);
    });
}
