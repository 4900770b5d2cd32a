/** What the columns of a file mean for a contact: by their names, and by `--map`. */
import { usage } from '../../../errors.ts';
import { bySimilarity } from '../../../text/nearest.ts';
import type { MailingList } from '../../lists.ts';
import type { Property, PropertyType } from '../../properties.ts';

export type Target =
  | { readonly kind: 'email' | 'userId' | 'subscribed' | 'lists' | 'nothing' }
  | { readonly kind: 'list'; readonly id: string }
  | { readonly kind: 'property'; readonly property: Property }
  /** A property that will be created. Its type is known when all rows were read. */
  | { readonly kind: 'new'; readonly key: string };

export interface Columns {
  /** Undefined where the column means nothing, which `problems` reports. */
  targetOf(column: string, line: number): Target | undefined;
  /** From now on, the columns of new properties have these types. */
  setTypes(types: ReadonlyMap<string, PropertyType>): void;
  /** Columns that could not be used, when all rows were read. */
  problems(): readonly ColumnProblem[];
  /** The keys of the properties that the columns set. */
  properties(): readonly string[];
  /** The keys of the properties that do not exist yet. */
  created(): readonly string[];
  /** The IDs of lists that columns add contacts to; undefined where any list is possible. */
  lists(): readonly string[] | undefined;
}

export interface ColumnProblem {
  readonly message: string;
  /** A value of --map that is probably meant. */
  readonly map?: string;
}

interface ColumnOptions {
  readonly properties: readonly Property[];
  readonly lists: readonly MailingList[];
  /** The values of `--map`. */
  readonly map: readonly string[];
  readonly createProperties: boolean;
}

const OWN = ['email', 'userId', 'subscribed', 'mailingLists'] as const;

/** Fields of a contact that only the API sets. */
const READ_ONLY = ['id', 'createdAt', 'updatedAt', 'optInStatus'];

/** Names that no property can have. */
const RESERVED = ['listId', 'softDeleteAt', 'teamId'];

const LIST = 'list:';

export function createColumns({ properties, lists, map, createProperties }: ColumnOptions): Columns {
  const mapped = new Map(map.map(parseMapping));
  if (mapped.size < map.length) throw usage('--map names a column twice.', 'Pass it once.');
  const targets = new Map<string, Target | undefined>();
  const taken = new Map<string, string>();
  const unknown = new Map<string, number>();
  const twice: string[] = [];

  const resolve = (name: string): Target | undefined => {
    if (name === '') return { kind: 'nothing' };
    if (name === 'mailingLists') return { kind: 'lists' };
    if (name === 'email' || name === 'userId' || name === 'subscribed') return { kind: name };
    if (name.startsWith(LIST)) return listNamed(name.slice(LIST.length), lists);
    if (READ_ONLY.includes(name) || RESERVED.includes(name)) return undefined;
    const property = properties.find(({ key }) => key === name);
    if (property !== undefined) return { kind: 'property', property };
    return createProperties && /^[a-zA-Z]\w*$/.test(name) ? { kind: 'new', key: name } : undefined;
  };

  const add = (column: string, line: number): Target | undefined => {
    const name = mapped.get(column) ?? column;
    const target = resolve(name);
    targets.set(column, target);
    if (target === undefined) unknown.set(column, line);
    const other = target === undefined || target.kind === 'nothing' ? undefined : taken.get(name);
    if (other !== undefined)
      twice.push(`The columns ${quoted(other)} and ${quoted(column)} both mean ${quoted(name)}.`);
    taken.set(name, column);
    return target;
  };

  const known = [...OWN, ...properties.map(({ key }) => key), ...lists.map(({ name }) => `${LIST}${name}`)];

  return {
    targetOf: (column, line) => (targets.has(column) ? targets.get(column) : add(column, line)),
    setTypes(types) {
      for (const [column, target] of targets) {
        if (target?.kind !== 'new') continue;
        const { key } = target;
        targets.set(column, { kind: 'property', property: { key, label: key, type: types.get(key) ?? 'string' } });
      }
    },
    problems: () => [
      ...[...unknown].map(([column, line]) => explain(column, mapped.get(column), line, known)),
      ...twice.map((message) => ({ message })),
      ...[...mapped.keys()]
        .filter((column) => !targets.has(column))
        .map((column) => ({ message: `--map names a column that the file does not have: ${quoted(column)}.` })),
    ],
    properties: () =>
      [...targets.values()].flatMap((target) => {
        if (target?.kind === 'property') return [target.property.key];
        if (target?.kind === 'new') return [target.key];
        return target === undefined || ['lists', 'list', 'nothing'].includes(target.kind) ? [] : [target.kind];
      }),
    created: () => [...targets.values()].flatMap((target) => (target?.kind === 'new' ? [target.key] : [])),
    lists() {
      const all = [...targets.values()];
      if (all.some((target) => target?.kind === 'lists')) return undefined;
      return all.flatMap((target) => (target?.kind === 'list' ? [target.id] : []));
    },
  };
}

const SHOWN = 80;
const quoted = (text: string): string => JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** `E-Mail=email`. The name of a column may contain `=`, that of a property may not. */
function parseMapping(text: string): readonly [column: string, name: string] {
  const at = text.lastIndexOf('=');
  if (at <= 0) throw usage(`Invalid value ${quoted(text)} for --map.`, 'Expected "column=property".');
  return [text.slice(0, at), text.slice(at + 1)];
}

function listNamed(name: string, lists: readonly MailingList[]): Target | undefined {
  const matches = lists.filter((list) => list.id === name || list.name === name);
  if (matches.length > 1) throw usage(`Two mailing lists are named ${quoted(name)}.`, 'Use an ID instead of the name.');
  return matches[0] === undefined ? undefined : { kind: 'list', id: matches[0].id };
}

function explain(column: string, name: string | undefined, line: number, known: readonly string[]): ColumnProblem {
  const wanted = name ?? column;
  if (READ_ONLY.includes(wanted)) return { message: `Column ${quoted(column)} can't be set: Loops sets it.` };
  const where = line > 2 ? ` (line ${line})` : '';
  const message =
    name === undefined
      ? `Unknown column ${quoted(column)}${where}.`
      : `Unknown ${wanted.startsWith(LIST) ? 'mailing list' : 'contact property'} ${quoted(wanted)} for column ${quoted(column)}.`;
  const nearest = nearestOf(wanted, known);
  return nearest === undefined ? { message } : { message, map: `${column}=${nearest}` };
}

/** Letters and digits only, because `First Name` and `first_name` mean `firstName`. */
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

function nearestOf(wanted: string, known: readonly string[]): string | undefined {
  const ranked = bySimilarity(wanted, known, (name) => name, { fold: plain });
  return ranked.find(({ item, steps }) => steps * 2 < Math.max(plain(wanted).length, plain(item).length))?.item;
}
