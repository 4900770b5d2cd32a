/** Which settings an update can change, by the type of the node, and the update that makes one node like another. */
import { type Fields, isRecord } from '../../../define/json.ts';
import { canonical } from '../diff/content.ts';

/** The settings that an update takes, and those that only the dashboard can change. */
interface Settable {
  readonly fields: readonly string[];
  readonly fixed?: readonly string[];
}

const SETTABLE: Readonly<Record<string, Settable>> = {
  SignupTrigger: { fields: [] },
  BlankTrigger: { fields: [] },
  EventTrigger: { fields: ['eventName', 'reEligible'] },
  ContactPropertyTrigger: { fields: ['contactPropertyQuery', 'reEligible'] },
  AddToListTrigger: { fields: ['reEligible'], fixed: ['mailingListId'] },
  AudienceFilter: { fields: ['audienceSegmentId', 'audienceFilter', 'appliesDownstream'] },
  TimerAction: { fields: ['amount', 'unit'] },
  ExperimentBranchNode: { fields: ['samplingRate'], fixed: ['experimentType', 'experimentId', 'url'] },
  VariantNode: { fields: ['isControl'] },
  // An email is edited through its email message, which is not part of the graph.
  SendEmailAction: { fields: [] },
  BranchNode: { fields: [], fixed: ['evalStrategy'] },
  ExitAction: { fields: [] },
};

/** Of nodes of all types. */
export const ALL_SETTINGS = [...new Set(Object.values(SETTABLE).flatMap(({ fields }) => fields))];

const settableOf = (typeName: string): Settable =>
  Object.hasOwn(SETTABLE, typeName) ? (SETTABLE[typeName] as Settable) : { fields: [] };

/** The settings of a type of nodes, with those that only the dashboard can change. */
export const settingsOf = (typeName: string): readonly string[] => {
  const { fields, fixed = [] } = settableOf(typeName);
  return [...fields, ...fixed];
};

/** What a new node has where nothing was set. */
export const DEFAULTS: Fields = { experimentType: 'autosplit', evalStrategy: 'first_match' };

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const differs = (field: string, live: Fields | undefined, goal: Fields): boolean =>
  canonical(live === undefined ? (DEFAULTS[field] ?? null) : (live[field] ?? null)) !== canonical(goal[field] ?? null);

/**
 * The settings of a goal that no update can set: `mailingListId`. `live` is undefined for a node that does not exist yet or has
 * another type. A setting that the goal lacks stays as it is.
 */
export const unsettable = (typeName: string, live: Fields | undefined, goal: Fields): readonly string[] =>
  (settableOf(typeName).fixed ?? []).filter(
    (field) => goal[field] !== undefined && (live !== undefined || isSet(goal[field])) && differs(field, live, goal),
  );

/** The segment and the filter belong together: setting one alone clears the other. */
const AUDIENCE = ['audienceSegmentId', 'audienceFilter'];

/** Whether a node has the settings that it needs to be created. A simplified graph may lack those of filters. */
export const isComplete = (typeName: string, fields: Fields): boolean =>
  typeName !== 'AudienceFilter' || AUDIENCE.some((field) => field in fields);

/** The payload that gives a node the settings of a goal; undefined where it has them already. */
export function payloadFor(
  live: { readonly typeName: string; readonly fields: Fields },
  goal: { readonly typeName: string; readonly fields: Fields },
): Record<string, unknown> | undefined {
  const isOther = live.typeName !== goal.typeName;
  const known = settableOf(goal.typeName).fields.filter((field) => {
    // Another variant becomes the control by taking it.
    if (field === 'isControl') return goal.fields[field] === true;
    return AUDIENCE.includes(field) ? isComplete(goal.typeName, goal.fields) : goal.fields[field] !== undefined;
  });
  if (!isOther && !known.some((field) => differs(field, live.fields, goal.fields))) return undefined;
  const payload = Object.fromEntries(known.map((field) => [field, plain(goal.fields[field])]));
  if (goal.typeName === 'AudienceFilter') keepOneAudience(payload);
  return isOther ? { typeName: goal.typeName, ...withoutNulls(payload) } : payload;
}

const plain = (value: unknown): unknown => value ?? null;

/** A property trigger without a query cannot be asked for: it is one already. */
const withoutNulls = (payload: Fields): Fields =>
  Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== null));

function keepOneAudience(payload: Record<string, unknown>): void {
  const [segment, filter] = [payload['audienceSegmentId'], payload['audienceFilter']];
  if (isSet(segment) && !isRecord(filter)) delete payload['audienceFilter'];
  if (!isSet(segment) && isRecord(filter)) delete payload['audienceSegmentId'];
}
