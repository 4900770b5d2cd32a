/** Rules about the settings of nodes: triggers, filters, waits, experiments. */
import { isRecord, textOf } from '../../../define/json.ts';
import { formatDuration } from '../../../text/time.ts';
import { waitOf } from '../durations.ts';
import { type GraphNode, successors } from '../graph.ts';
import { shorten } from '../limits.ts';
import { isKnownType } from '../node-types.ts';
import { nameOf, type Rule, reachedNodes, type Subject, UNKNOWN, type Verdict, verdictsOn } from './rule.ts';

/** A longer wait probably has the wrong unit. */
const LONGEST_WAIT_SECONDS = 366 * 86_400;

const nodesAfter = ({ graph }: Subject, node: GraphNode): readonly GraphNode[] =>
  successors(node).flatMap((id) => graph.nodes.get(id) ?? []);

/** The paths of branches of one type that do not start with a node of the expected type. */
const wrongPaths = (subject: Subject, branch: string, expected: string, words: string): readonly Verdict[] =>
  reachedNodes(subject, branch).flatMap((node) =>
    verdictsOn(nodesAfter(subject, node), (first) =>
      isKnownType(first.typeName) && first.typeName !== expected
        ? `A path of ${nameOf(node)} starts with ${nameOf(first)}, which is not ${words}.`
        : undefined,
    ),
  );

/** The fields that configure a trigger, and whether a value does. */
const SETTINGS: Readonly<Record<string, readonly [field: string, isSet: (value: unknown) => boolean]>> = {
  EventTrigger: ['eventName', (value) => typeof value === 'string' && value !== ''],
  ContactPropertyTrigger: ['contactPropertyQuery', isRecord],
};

const problemOfTrigger = ({ typeName, fields }: GraphNode, details: boolean): Verdict['message'] | undefined => {
  const setting = SETTINGS[typeName];
  if (setting === undefined) return 'The trigger is not configured.';
  const [field, isSet] = setting;
  if (isSet(fields[field])) return undefined;
  return fields[field] === undefined && !details ? UNKNOWN : `The trigger is not configured: ${field} is not set.`;
};

const problemOfControl = (subject: Subject, node: GraphNode): Verdict['message'] | undefined => {
  const variants = nodesAfter(subject, node).filter(({ typeName }) => typeName === 'VariantNode');
  if (variants.some(({ fields }) => fields['isControl'] === true)) return undefined;
  if (!subject.details && variants.some(({ fields }) => fields['isControl'] === undefined)) return UNKNOWN;
  return `None of the variants of ${nameOf(node)} is the control.`;
};

const problemOfRate = ({ fields }: GraphNode, details: boolean): Verdict['message'] | undefined => {
  const { samplingRate: rate } = fields;
  if (rate === undefined && !details) return UNKNOWN;
  if (typeof rate !== 'number') return 'An experiment has no sampling rate.';
  return rate >= 0 && rate <= 100 ? undefined : `An experiment has a sampling rate of ${rate}%.`;
};

const problemOfWait = (node: GraphNode): string | undefined => {
  const seconds = waitOf(node);
  const { amount, unit } = node.fields;
  if (seconds === undefined) {
    const given = [amount, unit].filter((part) => part !== undefined && part !== null).map(textOf);
    return given.length === 0
      ? 'A wait has no duration.'
      : `A wait has an invalid duration: “${shorten(given.join(' '), 80)}”.`;
  }
  if (seconds === 0) return 'A wait lasts 0 seconds.';
  if (seconds < 0) return `A wait lasts ${formatDuration(seconds)}.`;
  return seconds > LONGEST_WAIT_SECONDS ? `A wait lasts ${formatDuration(seconds)}, more than a year.` : undefined;
};

const problemOfFilter = ({ fields }: GraphNode, details: boolean): string | undefined => {
  const { audienceFilter: filter, audienceSegmentId: segment } = fields;
  if (typeof segment === 'string') return undefined;
  const isEmpty = 'A filter has no conditions and lets everybody through.';
  if (filter === undefined) return details ? isEmpty : undefined;
  if (filter === null) return isEmpty;
  const conditions = isRecord(filter) ? filter['conditions'] : undefined;
  if (!Array.isArray(conditions)) return 'A filter has conditions that could not be read.';
  return conditions.length === 0 ? isEmpty : undefined;
};

export const nodeRules: readonly Rule[] = [
  {
    name: 'trigger-not-configured',
    severity: 'warning',
    why: 'The trigger is not configured, so the workflow never starts.',
    fix: 'Choose what starts the workflow.',
    find: (subject) =>
      verdictsOn(reachedNodes(subject, 'BlankTrigger', ...Object.keys(SETTINGS)), (node) =>
        problemOfTrigger(node, subject.details),
      ),
  },
  {
    name: 'branch-without-filter',
    severity: 'warning',
    why: 'Each branch path should start with an audience filter.',
    fix: 'Put an audience filter at the start of the path.',
    find: (subject) => wrongPaths(subject, 'BranchNode', 'AudienceFilter', 'an audience filter'),
  },
  {
    name: 'experiment-without-variant',
    severity: 'warning',
    why: "Paths that don't start with a variant aren't measured by the experiment.",
    fix: 'Put a variant at the start of the path.',
    find: (subject) => wrongPaths(subject, 'ExperimentBranchNode', 'VariantNode', 'a variant'),
  },
  {
    name: 'experiment-without-control',
    severity: 'warning',
    why: 'Without a control, the variants have no baseline.',
    fix: 'Make one variant the control.',
    find: (subject) =>
      verdictsOn(reachedNodes(subject, 'ExperimentBranchNode'), (node) => problemOfControl(subject, node)),
  },
  {
    name: 'sampling-rate',
    severity: 'error',
    why: 'The sampling rate must be between 0% and 100%.',
    fix: 'Set a sampling rate between 0% and 100%.',
    find: (subject) =>
      verdictsOn(reachedNodes(subject, 'ExperimentBranchNode'), (node) => problemOfRate(node, subject.details)),
  },
  {
    name: 'wait-length',
    severity: 'warning',
    why: 'Zero, negative or longer-than-a-year waits are probably mistakes.',
    fix: 'Correct the amount or the unit.',
    find: (subject) => verdictsOn(reachedNodes(subject, 'TimerAction'), problemOfWait),
  },
  {
    name: 'empty-filter',
    severity: 'warning',
    why: 'A filter without conditions lets everybody through.',
    fix: 'Add a condition, or remove the filter.',
    find: (subject) => {
      // The filter of a branch path may be for everybody else.
      const paths = new Set(reachedNodes(subject, 'BranchNode').flatMap(successors));
      const filters = reachedNodes(subject, 'AudienceFilter').filter(({ id }) => !paths.has(id));
      return verdictsOn(filters, (node) => problemOfFilter(node, subject.details));
    },
  },
  {
    name: 'unknown-type',
    severity: 'warning',
    why: 'Unknown node types are not checked by other rules.',
    fix: 'Check the node in Loops, or use a newer version of loopsctl.',
    find: ({ graph }) =>
      verdictsOn([...graph.nodes.values()], ({ typeName }) =>
        isKnownType(typeName) ? undefined : `Unknown node type “${shorten(typeName, 80)}”.`,
      ),
  },
];
