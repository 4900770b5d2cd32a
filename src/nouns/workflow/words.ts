/** What a node does, as a symbol and a plain sentence. */
import { textOf } from '../../define/json.ts';
import { describeComparison, describeFilter, EVERYBODY } from '../conditions.ts';
import type { NodeType } from './operations.ts';
import { tellAmount } from './waits.ts';

type Fields = Readonly<Record<string, unknown>>;

const named = (value: unknown): string => JSON.stringify(value) ?? '?';

/** Told only by the full view of a node; nothing is claimed where the field is not there. */
const reEntry = (fields: Fields): string =>
  fields['reEligible'] === true ? ', every time' : fields['reEligible'] === false ? ', the first time only' : '';

function propertyTrigger(fields: Fields): string {
  const query = fields['contactPropertyQuery'];
  if (typeof query !== 'object' || query === null) return `When a contact property changes${reEntry(fields)}`;
  const { key, is, was } = query as Fields;
  return `When ${textOf(key ?? '?')} ${describeComparison(is)} (before: ${describeComparison(was)})${reEntry(fields)}`;
}

function audience(fields: Fields): string {
  const segment = fields['audienceSegmentId'];
  if (typeof segment === 'string' && segment !== '') return `Only contacts in segment ${segment}`;
  const filter = fields['audienceFilter'];
  // Without settings nothing is known; with a filter that has no condition nobody is kept out.
  if (filter === undefined) return 'Only some contacts';
  const words = describeFilter(filter);
  return words === EVERYBODY ? 'Everybody' : `Only if ${words}`;
}

function experiment(fields: Fields): string {
  const kind = fields['experimentType'];
  const by =
    kind === 'webhook'
      ? `, decided by ${textOf(fields['url'] || 'a webhook')}`
      : kind === 'autosplit'
        ? ', split evenly'
        : '';
  const rate = fields['samplingRate'];
  return `Experiment${rate == null ? '' : ` with ${textOf(rate)} % of contacts`}${by}`;
}

interface Kind {
  readonly symbol: string;
  readonly sentence: (fields: Fields) => string;
}

const KINDS: Readonly<Record<NodeType, Kind>> = {
  SignupTrigger: { symbol: '●', sentence: () => 'When a contact is created' },
  BlankTrigger: { symbol: '○', sentence: () => 'No trigger chosen yet' },
  EventTrigger: {
    symbol: '●',
    sentence: (fields) =>
      `When event ${fields['eventName'] == null ? '(none chosen)' : named(fields['eventName'])} is received${reEntry(fields)}`,
  },
  ContactPropertyTrigger: { symbol: '●', sentence: propertyTrigger },
  AddToListTrigger: {
    symbol: '●',
    sentence: (fields) =>
      `When a contact is added to ${typeof fields['mailingListId'] === 'string' ? `list ${fields['mailingListId']}` : 'a mailing list'}${reEntry(fields)}`,
  },
  AudienceFilter: { symbol: '▽', sentence: audience },
  TimerAction: { symbol: '◷', sentence: (fields) => `Wait ${tellAmount(fields['amount'], fields['unit'])}` },
  SendEmailAction: {
    symbol: '✉',
    sentence: (fields) =>
      `Send ${fields['subject'] == null || fields['subject'] === '' ? 'an email without a subject' : named(fields['subject'])}`,
  },
  BranchNode: {
    symbol: '◇',
    // The names of strategies are the service's, `first_match`, and may be any.
    sentence: ({ evalStrategy }) =>
      typeof evalStrategy === 'string' && evalStrategy !== ''
        ? `Branch (${evalStrategy.replaceAll('_', ' ')})`
        : 'Branch',
  },
  ExperimentBranchNode: { symbol: '◈', sentence: experiment },
  VariantNode: {
    symbol: '◦',
    sentence: (fields) =>
      `Variant ${textOf(fields['variantId'] ?? '')}${fields['isControl'] === true ? ' (control)' : ''}`
        .replace('  ', ' ')
        .trim(),
  },
  ExitAction: { symbol: '■', sentence: () => 'Exit' },
};

/** Never throws: a kind that is not known is told by its name. */
export function describeNode(typeName: string, fields: Fields): { readonly symbol: string; readonly sentence: string } {
  const kind = Object.hasOwn(KINDS, typeName) ? KINDS[typeName as NodeType] : undefined;
  return kind === undefined
    ? { symbol: '?', sentence: typeName }
    : { symbol: kind.symbol, sentence: kind.sentence(fields) };
}
