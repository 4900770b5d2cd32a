/** The kinds of node that a picture tells apart, and their colours. */
import type { NodeType } from '../operations.ts';

export type Kind =
  | 'trigger'
  | 'filter'
  | 'timer'
  | 'email'
  | 'branch'
  | 'experiment'
  | 'variant'
  | 'exit'
  | 'unknown'
  | 'missing';

const KIND_OF: Readonly<Record<NodeType, Kind>> = {
  SignupTrigger: 'trigger',
  BlankTrigger: 'trigger',
  EventTrigger: 'trigger',
  ContactPropertyTrigger: 'trigger',
  AddToListTrigger: 'trigger',
  AudienceFilter: 'filter',
  TimerAction: 'timer',
  SendEmailAction: 'email',
  BranchNode: 'branch',
  ExperimentBranchNode: 'experiment',
  VariantNode: 'variant',
  ExitAction: 'exit',
};

/** The kind of a node by the service's name for it; `unknown` for a name that is new. */
export const kindOf = (typeName: string): Kind =>
  Object.hasOwn(KIND_OF, typeName) ? KIND_OF[typeName as NodeType] : 'unknown';

/** What is not reached, not known or not there has a dashed border. */
export const isDashed = ({ kind, reached }: { readonly kind: Kind; readonly reached: boolean }): boolean =>
  !reached || kind === 'unknown' || kind === 'missing';

export interface Colours {
  readonly fill: string;
  /** Border and symbol. */
  readonly stroke: string;
  readonly ink: string;
}

const INK = '#1b2330';
const INK_ON_DARK = '#e8ecf3';

const light = (fill: string, stroke: string): Colours => ({ fill, stroke, ink: INK });
const dark = (fill: string, stroke: string): Colours => ({ fill, stroke, ink: INK_ON_DARK });

export interface Theme {
  readonly paper: string;
  readonly ink: string;
  /** What is said beside: the description, labels of edges. */
  readonly dim: string;
  readonly edge: string;
  readonly kinds: Readonly<Record<Kind, Colours>>;
}

/** On white paper. These are also what formats use that know nothing of dark: pale boxes with dark text suit both. */
export const LIGHT: Theme = {
  paper: '#ffffff',
  ink: INK,
  dim: '#5a6676',
  edge: '#8b97a8',
  kinds: {
    trigger: light('#e4f6ea', '#1f8a4c'),
    filter: light('#fdf2d6', '#a86a00'),
    timer: light('#eef1f6', '#5f6f85'),
    email: light('#e3eefe', '#2463c9'),
    branch: light('#efe9fd', '#6d3fd1'),
    experiment: light('#fde6f1', '#b62874'),
    variant: light('#fef3f8', '#b62874'),
    exit: light('#e3e7ed', '#3f4a5a'),
    unknown: light('#ffffff', '#6b7686'),
    missing: light('#feecea', '#c2291c'),
  },
};

export const DARK: Theme = {
  paper: '#12161d',
  ink: INK_ON_DARK,
  dim: '#9aa6b8',
  edge: '#6b788c',
  kinds: {
    trigger: dark('#12301f', '#4cc47e'),
    filter: dark('#33270a', '#e0a83a'),
    timer: dark('#232b37', '#93a3ba'),
    email: dark('#142a4d', '#6ea5f7'),
    branch: dark('#2a1f4a', '#a888f5'),
    experiment: dark('#3d1730', '#f07db8'),
    variant: dark('#2b1823', '#f07db8'),
    exit: dark('#2c333e', '#b3bdcb'),
    unknown: dark('#171c24', '#93a0b3'),
    missing: dark('#3a1613', '#f5786c'),
  },
};
