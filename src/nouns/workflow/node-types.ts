/** The types of nodes: one row each, with the fields in the API, the symbol, the sentence and the look. */
import * as z from 'zod';
import { oneOf } from '../../define/constraints.ts';
import { type Fields, textOf } from '../../define/json.ts';
import { NO_NAMES, quotedName, type RecordNames } from '../../define/names.ts';
import { describeComparison, describeFilter, EVERYBODY, Filter } from '../conditions.ts';
import { formatAmount } from './durations.ts';
import { shorten } from './limits.ts';
import type { Look } from './looks.ts';

/** What a sentence is made of. */
interface Described {
  readonly typeName: string;
  readonly fields: Fields;
  /** Whether the node is a path of a branch, but not its first. */
  readonly isFallback?: boolean;
  /** The letter of a variant, where its experiment is known. */
  readonly letter?: string | undefined;
}

interface About {
  readonly isFallback: boolean;
  readonly letter: string | undefined;
  readonly names: RecordNames;
}

interface NodeTypeRow {
  /** The fields besides those that every node has. */
  readonly fields: z.ZodRawShape;
  readonly symbol: string;
  readonly sentence: (fields: Fields, about: About) => string;
  readonly look: Look;
}

/** The most characters of one value in a sentence. */
const MAX_VALUE = 200;

const word = (value: unknown): string => shorten(textOf(value), MAX_VALUE);
const named = (id: string, names: RecordNames): string => shorten(quotedName(id, names), MAX_VALUE);
const quoted = (value: unknown): string =>
  JSON.stringify(typeof value === 'string' ? shorten(value, MAX_VALUE) : value);

const Comparison = z.looseObject({ value: z.union([z.string(), z.number(), z.boolean()]), operator: z.string() });
const reEligible = z.boolean().describe('whether contacts can enter again');

/** Only the details of a node have the field. */
const reEntry = (fields: Fields): string =>
  fields['reEligible'] === true ? ', every time' : fields['reEligible'] === false ? ', the first time only' : '';

function propertyTrigger(fields: Fields): string {
  const query = fields['contactPropertyQuery'];
  if (typeof query !== 'object' || query === null) return `When a contact property changes${reEntry(fields)}`;
  const { key, is, was } = query as Fields;
  return `When ${word(key ?? '?')} ${describeComparison(is)} (before: ${describeComparison(was)})${reEntry(fields)}`;
}

function audience(fields: Fields, { isFallback, names }: About): string {
  const segment = fields['audienceSegmentId'];
  if (typeof segment === 'string' && segment !== '') return `Only contacts in segment ${named(segment, names)}`;
  const filter = fields['audienceFilter'];
  // The summary of a node may lack its filter; a filter without conditions lets everybody through.
  if (filter === undefined) return 'Only some contacts';
  const words = describeFilter(filter, names);
  if (words !== EVERYBODY) return `Only if ${words}`;
  return isFallback ? 'Everybody else' : 'Everybody';
}

function experiment({ experimentType, url, samplingRate }: Fields): string {
  const decided =
    experimentType === 'webhook'
      ? `, decided by ${word(url || 'a webhook')}`
      : experimentType === 'autosplit'
        ? ', split evenly'
        : '';
  return `Experiment${samplingRate == null ? '' : ` with ${word(samplingRate)}% of contacts`}${decided}`;
}

export const NODE_TYPES = {
  SignupTrigger: { fields: {}, symbol: '●', sentence: () => 'When a contact is created', look: 'trigger' },
  BlankTrigger: { fields: {}, symbol: '○', sentence: () => 'No trigger configured yet', look: 'trigger' },
  EventTrigger: {
    fields: {
      eventName: z.string().nullish(),
      eventProperties: z
        .array(z.looseObject({ name: z.string(), type: oneOf(['string', 'number', 'boolean', 'date']) }))
        .optional(),
      reEligible,
    },
    symbol: '●',
    sentence: (fields) =>
      `When event ${fields['eventName'] == null ? '(not set)' : quoted(fields['eventName'])} is received${reEntry(fields)}`,
    look: 'trigger',
  },
  ContactPropertyTrigger: {
    fields: {
      contactPropertyQuery: z.looseObject({ key: z.string(), is: Comparison, was: Comparison }).nullable(),
      reEligible,
    },
    symbol: '●',
    sentence: propertyTrigger,
    look: 'trigger',
  },
  AddToListTrigger: {
    fields: { reEligible, mailingListId: z.string().nullish() },
    symbol: '●',
    sentence: (fields, { names }) => {
      const list = fields['mailingListId'];
      return `When a contact is added to ${typeof list === 'string' ? `list ${named(list, names)}` : 'a mailing list'}${reEntry(fields)}`;
    },
    look: 'trigger',
  },
  AudienceFilter: {
    fields: {
      audienceFilter: Filter.nullish(),
      audienceSegmentId: z.string().nullish(),
      appliesDownstream: z.boolean().optional(),
    },
    symbol: '▽',
    sentence: audience,
    look: 'filter',
  },
  TimerAction: {
    fields: { amount: z.number(), unit: oneOf(['s', 'm', 'h', 'd']) },
    symbol: '◷',
    sentence: ({ amount, unit }) => `Wait ${formatAmount(amount, unit)}`,
    look: 'timer',
  },
  SendEmailAction: {
    fields: { emailMessageId: z.string().nullish(), subject: z.string().nullish() },
    symbol: '✉',
    sentence: ({ subject }) =>
      `Send ${subject == null || subject === '' ? 'an email without a subject' : quoted(subject)}`,
    look: 'email',
  },
  BranchNode: {
    fields: { evalStrategy: z.string().optional() },
    symbol: '◇',
    // The API's names of strategies, such as first_match, are an open set.
    sentence: ({ evalStrategy }) =>
      typeof evalStrategy === 'string' && evalStrategy !== ''
        ? `Branch (${word(evalStrategy).replaceAll('_', ' ')})`
        : 'Branch',
    look: 'branch',
  },
  ExperimentBranchNode: {
    fields: {
      samplingRate: z.number(),
      url: z.string().nullish(),
      experimentId: z.string().nullish(),
      experimentType: oneOf(['webhook', 'autosplit']).optional(),
    },
    symbol: '◈',
    sentence: experiment,
    look: 'experiment',
  },
  VariantNode: {
    fields: { variantId: z.string().nullish(), isControl: z.boolean().optional() },
    symbol: '◦',
    sentence: ({ variantId, isControl }, { letter, names }) =>
      ['Variant', (names.idsOnly ? undefined : letter) ?? word(variantId), isControl === true ? '(control)' : '']
        .filter(Boolean)
        .join(' '),
    look: 'variant',
  },
  ExitAction: { fields: {}, symbol: '■', sentence: () => 'Exit', look: 'exit' },
} as const satisfies Readonly<Record<string, NodeTypeRow>>;

const rowOf = (typeName: string): NodeTypeRow | undefined =>
  Object.hasOwn(NODE_TYPES, typeName) ? NODE_TYPES[typeName as keyof typeof NODE_TYPES] : undefined;

/** The API may add types, so an unknown type is not an error. */
export const isKnownType = (typeName: string): boolean => rowOf(typeName) !== undefined;

export const symbolOf = (typeName: string): string => rowOf(typeName)?.symbol ?? '?';

export const lookOf = (typeName: string): Look => rowOf(typeName)?.look ?? 'unknown';

/** What a node does, in one sentence. For an unknown type it is the name of the type. Never throws. */
export const sentenceOf = (
  { typeName, fields, isFallback = false, letter }: Described,
  names: RecordNames = NO_NAMES,
): string => shorten(rowOf(typeName)?.sentence(fields, { isFallback, letter, names }) ?? typeName);
