/** Stands between a command and the API: refuses what is not allowed, and in a dry run records requests instead of sending them. */

import { isUndoable, readRecord } from './define/changed-record.ts';
import { type Context, firstPage } from './define/command.ts';
import { type AllowedEffects, type Effect, effectOf, gravest, isReading } from './define/effect.ts';
import type { ChangeRecorder } from './define/history.ts';
import { isRecord } from './define/json.ts';
import { type ApiRequest, type ApiResponse, effectOfBody, type Operation, requestOf } from './define/operation.ts';
import type { PlannedRequest } from './define/planned.ts';
import { type AllowedRecipients, isAllowed } from './define/recipients.ts';
import { matchesRoute, pathInput, pathValues } from './define/route.ts';
import { Failure, RunEnded } from './errors.ts';

interface Rules {
  readonly allowed: readonly AllowedEffects[];
  /** Who may get email; anybody where it is undefined. */
  readonly recipients: AllowedRecipients | undefined;
}

export interface GuardOptions {
  /** The operations that the command declares. */
  readonly calls: readonly Operation[];
  /** The settings that narrow what is allowed. */
  rules(): Promise<Rules>;
  /** Called once, before the first request that changes something. Rejects when the key belongs to another team. */
  checkTeam(): Promise<void>;
  /** `changes`: every request that changes something is recorded. `all`: every request is. */
  readonly record: 'changes' | 'all' | undefined;
  /** Called before each request that is sent. */
  onSend?(request: ApiRequest): void;
  /** Keeps the value before each change; absent where that is turned off. */
  readonly history?: ChangeRecorder | undefined;
}

/** Ends a run whose next step depends on the response to a recorded request. */
export class Recorded extends RunEnded {
  override readonly name = 'Recorded';
}

/** Throws an `effect_not_allowed` failure when one of the settings excludes the effect, and a graver one of the same operation. */
export function refuseEffect(
  effect: Effect,
  what: string,
  allowed: readonly AllowedEffects[],
  graver: Effect = effect,
): void {
  const narrowing = allowed.find(({ effects }) => !effects.has(effect) && !effects.has(graver));
  if (narrowing === undefined) return;
  throw new Failure('effect_not_allowed', `${narrowing.source} does not allow "${effect}", the effect of ${what}.`, {
    hint: 'See `loopsctl help effects`.',
  });
}

/** Throws where a setting excludes every effect of a command that checks its requests one by one. */
export function refuseAllEffects(calls: readonly Operation[], what: string, allowed: readonly AllowedEffects[]): void {
  const isOpen = allowed.every(({ effects }) => calls.some(({ effect }) => effects.has(effect)));
  if (!isOpen) refuseEffect(effectOf({ calls }), what, allowed);
}

/** Throws a `recipient_not_allowed` failure unless everybody who gets email from a request is known and allowed. */
function refuseRecipients(
  { route, effect, recipients }: Operation,
  body: ApiRequest['body'],
  allowed: AllowedRecipients | undefined,
): void {
  if (allowed === undefined || (recipients === undefined && effect !== 'send')) return;
  const addresses: readonly unknown[] = [recipients?.(body ?? {})].flat();
  const refused = addresses.filter((address) => !isAllowed(address, allowed.patterns));
  if (addresses.length > 0 && refused.length === 0) return;
  const named = refused.filter((address) => typeof address === 'string').map((address) => JSON.stringify(address));
  throw new Failure(
    'recipient_not_allowed',
    named.length > 0
      ? `${allowed.source} does not allow email to ${named.join(', ')}.`
      : `${allowed.source} limits who may get email, and the recipients of ${route} are not known.`,
  );
}

/** The same context, with every request checked. Requests that are not sent are added to `recorded`. */
export function guarded<C extends Context>(context: C, options: GuardOptions, recorded: PlannedRequest[]): C {
  let teamChecked: Promise<void> | undefined;
  /** By path: what a write on top of a revision replaces is what was read with that revision. */
  const read = new Map<string, unknown>();
  const isChanging = !isReading(effectOf(options));

  /** The operation of a request that may be sent, with the effect of this request. */
  async function check(operation: Operation, request: ApiRequest): Promise<Operation> {
    const { route } = operation;
    const declared = options.calls.find((operation) => operation.route === route);
    if (declared === undefined) throw new Error(`The command does not declare that it calls ${route}`);
    const { method, path, body } = request;
    if (!matchesRoute(route, method, path)) throw new Error(`${method} ${path} is not a request of ${route}`);
    const effect = effectOfBody(operation, body);
    if (gravest([effect, declared.effect]) !== declared.effect) {
      throw new Error(`The command does not declare the effect "${effect}" of ${route}`);
    }
    const sent = { ...declared, effect };
    const { allowed, recipients } = await options.rules();
    // What a command reads on its way to a change is part of that change.
    if (effect !== 'read' || effectOf(options) === 'read') refuseEffect(effect, route, allowed, declared.effect);
    refuseRecipients(sent, body, recipients);
    return sent;
  }

  async function admit(operation: Operation, request: ApiRequest): Promise<void> {
    const { effect } = await check(operation, request);
    const { method, path, query, headers, body } = request;
    const reads = isReading(effect);
    if (options.record === 'all' || (options.record === 'changes' && !reads)) {
      recorded.push({
        method,
        path,
        query: { ...query },
        ...(Object.keys(headers).length === 0 ? {} : { headers: { ...headers } }),
        body: body === undefined ? null : { ...body },
        effect,
      });
      throw new Recorded();
    }
    if (!reads) {
      teamChecked ??= options.checkTeam();
      await teamChecked;
    }
    options.onSend?.(request);
  }

  /** Sends a request; what it changes is in the history before. */
  async function sent<Response>(
    operation: Operation,
    request: ApiRequest,
    send: () => Promise<Response>,
    recordOf: (response: Response) => unknown = (response) => response,
  ): Promise<Response> {
    const { history } = options;
    // Opening the history takes an API key, which requests to a running sandbox do without.
    if (history === undefined || operation.undo === undefined) return send();
    const change = await history.begin({
      operation,
      request,
      read: async () => revisionRead(operation, request, read) ?? recordNow(context, operation, request),
    });
    try {
      const response = await send();
      await change.end(recordOf(response));
      return response;
    } catch (error) {
      await change.fail(error);
      throw error;
    }
  }

  return {
    ...context,
    // What is only read for a person's benefit is not part of what would be sent.
    isForPeople: context.isForPeople && options.record === undefined,
    isDryRun: options.record !== undefined,
    canRead: options.record !== 'all',
    call: async (operation, input) => {
      const request = requestOf(operation, input as Record<string, unknown>);
      await admit(operation, request);
      const response = await sent(operation, request, () => context.call(operation, input));
      if (isChanging && options.history !== undefined && request.method === 'GET') read.set(request.path, response);
      return response;
    },
    async *list(operation, input) {
      await admit(operation, requestOf(operation, firstPage(input)));
      yield* context.list(operation, input);
    },
    requireAllowed: async (operation, input) => {
      await check(operation, requestOf(operation, input as Record<string, unknown>));
    },
    upload: async (url, file) => {
      const declared = options.calls.some(({ route }) => route === 'POST /v1/uploads');
      if (!declared) throw new Error('The command does not declare that it uploads files');
      return context.upload(url, file);
    },
    request: async (operation, request) => {
      await admit(operation, request);
      return sent(operation, request, () => context.request(operation, request), bodyOf);
    },
  };
}

const bodyOf = ({ body }: ApiResponse): unknown => body;

/** The record with the revision that a change names; undefined if it was not read by this run. */
function revisionRead(operation: Operation, { path, body }: ApiRequest, read: ReadonlyMap<string, unknown>): unknown {
  if (!isUndoable(operation)) return undefined;
  const { route, undo } = operation;
  if (undo.revision === undefined) return undefined;
  const record = read.get(requestOf(undo.read, pathInput(undo.read.route, pathValues(route, path))).path);
  const revision = isRecord(record) ? record[undo.revision] : undefined;
  return typeof revision === 'string' && revision === body?.['expectedRevisionId'] ? record : undefined;
}

/** The record that a change is about; undefined if there is none. */
async function recordNow(context: Context, operation: Operation, request: ApiRequest): Promise<unknown> {
  if (!isUndoable(operation)) return undefined;
  try {
    return await readRecord(operation, request, context.call);
  } catch (error) {
    // The change itself then says what is wrong.
    if (error instanceof Failure && error.code === 'not_found') return undefined;
    throw error;
  }
}
