/** What `where-used` can look for, and the one record that a typed name means. */
import type { Context } from '../../../define/command.ts';
import type { Operation } from '../../../define/operation.ts';
import { Failure } from '../../../errors.ts';
import { type Named, readReference } from '../../../lookup/match.ts';
import { recordNamed } from '../../../lookup/record-named.ts';
import { everyItem } from '../../../project/kinds/kind.ts';
import { listComponents } from '../../components/operations.ts';
import { listEventPatterns } from '../../events/operations.ts';
import { listMailingLists } from '../../lists.ts';
import { listProperties } from '../../properties.ts';
import { listSegments } from '../../segments/operations.ts';
import { listThemes } from '../../themes/operations.ts';

export const TARGET_TYPES = ['theme', 'component', 'segment', 'list', 'event', 'property'] as const;
export type TargetType = (typeof TARGET_TYPES)[number];

/** Events and properties have their name as ID. */
export interface Target extends Named {
  readonly type: TargetType;
  /** Only of themes: emails without a theme of their own have this one. */
  readonly isDefault: boolean;
}

interface Row {
  readonly noun: string;
  readonly command: string;
  records(context: Context): Promise<readonly (Named & { readonly isDefault?: boolean })[]>;
}

const byName = (name: string): Named => ({ id: name, name });

const TARGETS: Readonly<Record<TargetType, Row>> = {
  theme: { noun: 'theme', command: 'themes list', records: (context) => everyItem(context.list(listThemes, {})) },
  component: {
    noun: 'component',
    command: 'components list',
    records: (context) => everyItem(context.list(listComponents, {})),
  },
  segment: {
    noun: 'segment',
    command: 'segments list',
    records: (context) => everyItem(context.list(listSegments, {})),
  },
  list: { noun: 'mailing list', command: 'lists list', records: (context) => context.call(listMailingLists, {}) },
  event: {
    noun: 'event',
    command: 'events list',
    records: async (context) =>
      (await everyItem(context.list(listEventPatterns, {}))).map(({ eventName }) => byName(eventName)),
  },
  property: {
    noun: 'property',
    command: 'properties list',
    records: async (context) => (await context.call(listProperties, {})).map(({ key }) => byName(key)),
  },
};

export const TARGET_CALLS: readonly Operation[] = [
  ...[listThemes, listComponents, listSegments, listMailingLists, listEventPatterns, listProperties],
];

/** Rejects with `not_found` for an unknown name or ID, and with `usage` for a name that several records have. */
export async function findTarget(context: Context, type: TargetType, typed: string): Promise<Target> {
  const { noun, command, records } = TARGETS[type];
  const all = await records(context);
  const broken = all.find(({ id, name }) => typeof id !== 'string' || typeof name !== 'string');
  if (broken !== undefined) throw new Failure('unexpected_response', `The API response has a ${noun} without a name.`);
  const reference = readReference(typed);
  const found =
    all.find(({ id }) => reference.by === 'id' && id === reference.id) ??
    recordNamed(reference.by === 'id' ? reference.id : reference.name, all, { name: noun, list: command });
  return { type, id: found.id, name: found.name, isDefault: found.isDefault === true };
}
