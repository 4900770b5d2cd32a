/** Effects: what an operation does to the world, from reading to deleting. Every operation declares one. */
import { usage } from '../errors.ts';

/** From the mildest to the gravest, each with a phrase for help and questions. */
export const EFFECTS = {
  read: 'reads settings and metrics',
  personal: 'reads data about people',
  draft: 'changes drafts and other content that recipients cannot see',
  change: 'changes live configuration',
  cascade: 'changes other records too',
  send: 'sends email, or might trigger sending',
  destroy: 'deletes',
} as const;

export type Effect = keyof typeof EFFECTS;

export const EFFECT_NAMES = Object.keys(EFFECTS) as [Effect, ...Effect[]];

export const isReading = (effect: Effect): boolean => effect === 'read' || effect === 'personal';

export const needsConfirmation = (effect: Effect): boolean => ['cascade', 'send', 'destroy'].includes(effect);

/** The gravest of several effects; `read` where there is none. */
export const gravest = (effects: readonly Effect[]): Effect =>
  effects.reduce<Effect>(
    (worst, effect) => (EFFECT_NAMES.indexOf(effect) > EFFECT_NAMES.indexOf(worst) ? effect : worst),
    'read',
  );

interface Calling {
  readonly calls?: readonly { readonly effect: Effect }[] | ((...given: never[]) => unknown);
}

/** Whether only the input decides what a command does. */
export const dependsOnInput = ({ calls }: Calling): boolean => typeof calls === 'function';

export const effectOf = ({ calls = [] }: Calling): Effect =>
  typeof calls === 'function' ? 'destroy' : gravest(calls.map(({ effect }) => effect));

export interface AllowedEffects {
  /** `Profile "ci"`, `LOOPS_ALLOW` or `--allow`. */
  readonly source: string;
  readonly effects: ReadonlySet<Effect>;
}

/** `read,draft` as a set. Throws a `usage` failure that names `source` for a word that is no effect. */
export function parseEffects(text: string, source: string): ReadonlySet<Effect> {
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !Object.hasOwn(EFFECTS, word));
  if (unknown !== undefined) {
    throw usage(`Invalid effect ${JSON.stringify(unknown)} in ${source}.`, `Effects: ${EFFECT_NAMES.join(', ')}.`);
  }
  return new Set(words as Effect[]);
}
