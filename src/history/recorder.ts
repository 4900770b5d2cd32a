/** Records each change of a run: the value before it is on the disk before the request is sent. */
import { randomBytes } from 'node:crypto';
import { fieldsOf, isRemovable, isUndoable, type Removable, valuesOf } from '../define/changed-record.ts';
import { type Change, type ChangeRecorder, NOT_RECORDED, type OpenChange } from '../define/history.ts';
import { type Fields, isRecord } from '../define/json.ts';
import type { Operation } from '../define/operation.ts';
import { pathValues } from '../define/route.ts';
import { type ErrorCode, Failure } from '../errors.ts';
import type { History, Line } from './journal.ts';

export interface RecorderOptions {
  readonly history: History;
  /** A hash of the API key. */
  readonly team: string;
  /** `themes update` */
  readonly command: string;
  now(): Date;
  warn(message: string): void;
}

/** What a request changes, without what it is based on. */
function changesIn(operation: Operation, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const field = isUndoable(operation) ? operation.undo.within : undefined;
  const within = field === undefined ? body : body[field];
  const entries = Object.entries(isRecord(within) ? within : {});
  return Object.fromEntries(entries.filter(([field]) => !isCondition(operation, field)));
}

const textIn = (record: unknown, field: string): string | undefined => {
  const value = isRecord(record) ? record[field] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** A record has a name, and an email message a subject. */
const OWN_NAME = ['name', 'subject'];

const namesOf = ({ undo }: Operation, record: unknown): readonly string[] =>
  (undo?.person ?? OWN_NAME).flatMap((field) => textIn(record, field) ?? []);

/** Whom a change is about, so that it can be erased with the person. */
function peopleIn(operation: Operation, sent: unknown, before: unknown): readonly string[] | undefined {
  if (operation.undo?.person === undefined) return undefined;
  const names = [...namesOf(operation, sent), ...namesOf(operation, before), textIn(before, 'id') ?? ''];
  return [...new Set(names.map((name) => name.toLowerCase()))].filter((name) => name !== '');
}

/** Fields that say what a request is based on, and not what it changes. A property of a contact may have the same name. */
const isCondition = ({ input }: Operation, field: string): boolean =>
  ['expectedRevisionId', 'dryRun', 'queuedContactPolicy'].includes(field) && Object.hasOwn(input.shape, field);

/** Failures after which the change may have been made. */
const UNKNOWN: readonly ErrorCode[] = ['unexpected_response', 'interrupted', 'unexpected'];

/** Failures do not say that a request may have been processed if it may be repeated without harm. */
const wasRepeated = ({ repeatable }: Operation, code: ErrorCode): boolean =>
  repeatable && (code === 'unavailable' || code === 'rate_limited');

/** What a run has created, by route and path. */
interface Created {
  readonly id: string;
  readonly operation: Removable;
}

const keyOf = (route: string, values: readonly string[]): string =>
  JSON.stringify([route.slice(route.indexOf(' ')), ...values]);

export function recorderOf({ history, team, command, now, warn }: RecorderOptions): ChangeRecorder {
  const created = new Map<string, Created>();

  async function note(line: Line): Promise<void> {
    await history.append(line).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      warn(`The change was sent, but its result could not be added to the history: ${reason}`);
    });
  }

  /** A change of what the same run has created is a part of the creation: one undo removes both. */
  async function recordFurther({ id, operation }: Created, sent: Fields): Promise<OpenChange> {
    try {
      await history.append({ type: 'continued', id, sent: { ...sent } });
    } catch (error) {
      if (error instanceof Failure) return NOT_RECORDED;
      throw error;
    }
    return {
      end: (after) => note({ type: 'done', id, after: valuesOf(operation, after, fieldsOf(operation, {})) }),
      fail: async () => undefined,
    };
  }

  async function begin({ operation, request, read }: Change): Promise<OpenChange> {
    const { undo, route } = operation;
    if (undo === undefined) return NOT_RECORDED;
    if (isCondition(operation, 'dryRun') && request.body?.['dryRun'] === true) return NOT_RECORDED;
    const id = randomBytes(4).toString('hex');
    const sent = changesIn(operation, request.body ?? {});
    const fields = fieldsOf(operation, sent);
    const own = isUndoable(operation) && created.get(keyOf(route, pathValues(route, request.path)));
    if (own) return recordFurther(own, sent);
    const before = isUndoable(operation) ? await read() : undefined;
    // Without it there is no such record, and the API refuses the change, unless it creates one.
    if (isUndoable(operation) && before === undefined && operation.undo.created === undefined) return NOT_RECORDED;
    const [name] = [...namesOf(operation, before), ...namesOf(operation, sent)];
    const people = peopleIn(operation, sent, before);
    const record = people && textIn(before, 'id');
    try {
      await history.append({
        type: 'begun',
        id,
        time: now().toISOString(),
        ...{ team, command, route, path: request.path, sent },
        ...(before === undefined ? {} : { before: valuesOf(operation, before, fields) }),
        ...(name === undefined ? {} : { name }),
        ...(record === undefined ? {} : { record }),
        ...(people === undefined ? {} : { people: [...people] }),
      });
    } catch (error) {
      const isWithoutLoss = before === undefined && error instanceof Failure;
      if (isWithoutLoss) return NOT_RECORDED;
      throw asRefusal(error);
    }
    return {
      end: async (returned) => {
        const status = textIn(returned, 'status') ?? '';
        if (undo.status?.nothing.includes(status)) return note({ type: 'refused', id });
        if (undo.status !== undefined && undo.status.done !== status) return;
        const response = isRemovable(operation) && isRecord(returned) ? returned[operation.undo.inside] : returned;
        // The API returns no contact after a change of one. Without it, the change stays without a result.
        const isPerson = people !== undefined && isUndoable(operation);
        const after = isPerson ? await read().catch(() => undefined) : response;
        if (after === undefined) return;
        const [record, [now]] = [textIn(after, 'id'), namesOf(operation, after)];
        if (isRemovable(operation) && record !== undefined) {
          const values = [...pathValues(route, request.path), record];
          created.set(keyOf(operation.undo.show.route, values), { id, operation });
        }
        await note({
          ...{ type: 'done', id, after: valuesOf(operation, after, fields) },
          ...(now === undefined ? {} : { name: now }),
          ...(record === undefined ? {} : { record }),
        });
      },
      // A change that may have been made stays without a result.
      fail: async (error) => {
        const isUnknown = !(error instanceof Failure) || error.mayBeDone || UNKNOWN.includes(error.code);
        if (!isUnknown && !wasRepeated(operation, error.code)) await note({ type: 'refused', id });
      },
    };
  }

  return { begin };
}

function asRefusal(error: unknown): unknown {
  if (!(error instanceof Failure)) return error;
  return new Failure('usage', `${error.message} The change was not sent, because it could not be undone.`, {
    hint: 'Free some space or make the directory writable, or pass --no-history (or set LOOPS_HISTORY=off) to make the change without a history.',
  });
}
