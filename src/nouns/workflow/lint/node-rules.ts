/** Rules about what nodes are: triggers, filters, waits, experiments. */
import { isRecord, textOf } from '../../../define/json.ts';
import type { GraphNode } from '../graph.ts';
import { waysOn } from '../traversal.ts';
import { tellDuration, waitOf } from '../waits.ts';
import { isKnown, nameOf, type Problem, problemsOf, type Rule, reachedOf, type Subject } from './rule.ts';

/** A wait longer than this is probably a mistake in the unit. */
const LONGEST_WAIT_SECONDS = 366 * 86_400;

/** The ways out of branches of one kind that are no nodes of the kind that must stand there. */
const wrongWays = (subject: Subject, branch: string, expected: string, words: string): readonly Problem[] =>
  reachedOf(subject, branch).flatMap((node) =>
    problemsOf(
      waysOn(node).flatMap((id) => subject.graph.nodes.get(id) ?? []),
      (way) =>
        isKnown(way) && way.typeName !== expected
          ? `A way out of ${nameOf(node)} begins with ${nameOf(way)}, which is not ${words}.`
          : undefined,
    ),
  );

/** The fields whose emptiness means that a trigger is not chosen yet. */
const CHOICES: Readonly<Record<string, string>> = {
  EventTrigger: 'eventName',
  ContactPropertyTrigger: 'contactPropertyQuery',
};

const TRIGGERS = ['BlankTrigger', ...Object.keys(CHOICES)];

/** A field that was not sent says nothing, unless the service has told all that there is. */
const isMissing = ({ fields }: GraphNode, name: string, full: boolean): boolean =>
  fields[name] === null || fields[name] === '' || (full && fields[name] === undefined);

const variantsOf = ({ graph }: Subject, experiment: GraphNode): readonly GraphNode[] =>
  waysOn(experiment)
    .flatMap((id) => graph.nodes.get(id) ?? [])
    .filter(({ typeName }) => typeName === 'VariantNode');

const hasControl = (variants: readonly GraphNode[]): boolean =>
  variants.some(({ fields }) => fields['isControl'] === true);

/** Of variants that do not say it, it is not known whether one is the control. */
const isControlUntold = (variants: readonly GraphNode[], full: boolean): boolean =>
  !full && variants.some(({ fields }) => fields['isControl'] === undefined);

const problemOfWait = (node: GraphNode): string | undefined => {
  const seconds = waitOf(node);
  const { amount, unit } = node.fields;
  if (seconds === undefined) {
    const given = [amount, unit].filter((part) => part !== undefined && part !== null).map(textOf);
    return given.length === 0
      ? 'A timer does not say how long it waits.'
      : `A timer waits "${given.join(' ')}", which is no time.`;
  }
  if (seconds < 0) return `A timer waits ${tellDuration(seconds)}.`;
  if (seconds === 0) return 'A timer waits no time at all.';
  return seconds > LONGEST_WAIT_SECONDS ? `A timer waits ${tellDuration(seconds)}, more than a year.` : undefined;
};

export const nodeRules: readonly Rule[] = [
  {
    name: 'trigger-not-chosen',
    severity: 'warn',
    why: 'A trigger that is not chosen yet starts nothing.',
    find: (subject) =>
      problemsOf(reachedOf(subject, ...TRIGGERS), (node) => {
        const field = CHOICES[node.typeName];
        if (field === undefined) return 'The trigger is not chosen yet.';
        return isMissing(node, field, subject.full) ? `The trigger does not say what starts it (${field}).` : undefined;
      }),
    untold: (subject) =>
      reachedOf(subject, ...Object.keys(CHOICES))
        .filter(({ typeName, fields }) => !subject.full && fields[CHOICES[typeName] ?? ''] === undefined)
        .map(({ id }) => id),
  },
  {
    name: 'branch-without-filter',
    severity: 'warn',
    why: 'Without an audience filter at its beginning nobody knows who takes a way out of a branch.',
    find: (subject) => wrongWays(subject, 'BranchNode', 'AudienceFilter', 'an audience filter'),
  },
  {
    name: 'experiment-without-variant',
    severity: 'warn',
    why: 'A way out of an experiment that is no variant is not part of what it measures.',
    find: (subject) => wrongWays(subject, 'ExperimentBranchNode', 'VariantNode', 'a variant'),
  },
  {
    name: 'experiment-without-control',
    severity: 'warn',
    why: 'Without a control there is nothing to compare the variants with.',
    find: (subject) =>
      problemsOf(reachedOf(subject, 'ExperimentBranchNode'), (node) => {
        const variants = variantsOf(subject, node);
        return hasControl(variants) || isControlUntold(variants, subject.full)
          ? undefined
          : `None of the variants of ${nameOf(node)} is the control.`;
      }),
    untold: (subject) =>
      reachedOf(subject, 'ExperimentBranchNode')
        .filter((node) => {
          const variants = variantsOf(subject, node);
          return !hasControl(variants) && isControlUntold(variants, subject.full);
        })
        .map(({ id }) => id),
  },
  {
    name: 'sampling-rate',
    severity: 'error',
    why: 'An experiment takes between 0 and 100 per cent of the contacts.',
    find: (subject) =>
      problemsOf(reachedOf(subject, 'ExperimentBranchNode'), ({ fields }) => {
        const { samplingRate: rate } = fields;
        if (rate === undefined && !subject.full) return undefined;
        if (typeof rate !== 'number') return 'An experiment does not say how many contacts take part.';
        return rate >= 0 && rate <= 100 ? undefined : `An experiment takes ${rate} % of the contacts.`;
      }),
    untold: (subject) =>
      reachedOf(subject, 'ExperimentBranchNode')
        .filter(({ fields }) => !subject.full && fields['samplingRate'] === undefined)
        .map(({ id }) => id),
  },
  {
    name: 'wait-length',
    severity: 'warn',
    why: 'A wait of no time, of less than none or of more than a year is probably a mistake in its amount or unit.',
    find: (subject) => problemsOf(reachedOf(subject, 'TimerAction'), problemOfWait),
  },
  {
    name: 'unset-filter',
    severity: 'warn',
    why: 'A filter without a condition lets everybody through.',
    find: (subject) => {
      const waysOut = new Set(reachedOf(subject, 'BranchNode').flatMap(waysOn));
      return problemsOf(
        // As a way out of a branch it is for everybody else, which is what it is meant to be.
        reachedOf(subject, 'AudienceFilter').filter(({ id }) => !waysOut.has(id)),
        ({ fields: { audienceFilter: filter, audienceSegmentId: segment } }) => {
          if (typeof segment === 'string') return undefined;
          const conditions = isRecord(filter) ? filter['conditions'] : undefined;
          const isEmpty = filter === null || (Array.isArray(conditions) && conditions.length === 0);
          return isEmpty || (subject.full && filter === undefined)
            ? 'A filter has no condition and lets everybody through.'
            : undefined;
        },
      );
    },
  },
  {
    name: 'unknown-type',
    severity: 'warn',
    why: 'What a kind of node does that this program does not know, no other rule has checked.',
    find: ({ graph }) =>
      problemsOf([...graph.nodes.values()], (node) =>
        isKnown(node) ? undefined : `"${node.typeName}" is a kind of node that this program does not know.`,
      ),
  },
];
