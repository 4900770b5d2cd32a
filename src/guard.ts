/** Stands between a command and the API: refuses effects that are not allowed, and in a dry run records requests instead of sending them. */
import type { Context } from './define/command.ts';
import { type Effect, isReading } from './define/effect.ts';
import { type ApiRequest, type Operation, requestOf } from './define/operation.ts';
import { Failure } from './errors.ts';

/** What a run may do. */
export interface Rules {
  /** The allowed effects, and what narrowed them; undefined where nothing does. */
  readonly allowed: readonly AllowedEffects[];
  /** Checked once, before the first request that changes something. Rejects when the key belongs to another team. */
  checkTeam(): Promise<void>;
  /** `writes` records what would change something; `all` records every request, and none is sent. */
  readonly record: 'writes' | 'all' | undefined;
}

export interface AllowedEffects {
  /** `profile "ci"`, `LOOPS_ALLOW` or `--allow`. */
  readonly source: string;
  readonly effects: ReadonlySet<Effect>;
}

/** A request that was not sent, with what it would have done. */
export interface PlannedRequest extends ApiRequest {
  readonly effect: Effect;
}

/** Ends a recording run: the response of the recorded request is unknown, so the command cannot continue. */
export class Recorded extends Error {
  override readonly name = 'Recorded';
}

/** Throws an `effect_not_allowed` failure for the first rule that does not allow the effect. */
export function refuseEffect(effect: Effect, title: string, allowed: readonly AllowedEffects[]): void {
  const narrowing = allowed.find(({ effects }) => !effects.has(effect));
  if (narrowing === undefined) return;
  throw new Failure('effect_not_allowed', `${narrowing.source} does not allow the effect "${effect}" (${title}).`);
}

/** The same context with the rules applied to every request. `recorded` receives the requests that are not sent. */
export function guarded<C extends Context>(context: C, rules: Rules, recorded: PlannedRequest[]): C {
  const isRecorded = (effect: Effect): boolean =>
    rules.record === 'all' || (rules.record === 'writes' && !isReading(effect));

  async function admit(operation: Operation, input: Readonly<Record<string, unknown>>): Promise<void> {
    const { effect, route } = operation;
    refuseEffect(effect, route, rules.allowed);
    if (isRecorded(effect)) {
      recorded.push({ ...requestOf(operation, input), effect });
      throw new Recorded();
    }
    if (!isReading(effect)) await rules.checkTeam();
  }

  return {
    ...context,
    call: async (operation, input) => {
      await admit(operation, input as Record<string, unknown>);
      return context.call(operation, input);
    },
    async *list(operation, input) {
      await admit(operation, input as Record<string, unknown>);
      yield* context.list(operation, input);
    },
  };
}
