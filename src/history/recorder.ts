/** Records each change of a run: the value before it is on the disk before the request is sent. */
import { randomBytes } from 'node:crypto';
import type { ChangeRecorder, OpenChange } from '../define/history.ts';
import { isRecord } from '../define/json.ts';
import type { Operation } from '../define/operation.ts';
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

/** The fields of a record that a change may have to restore. */
export function fieldsOf({ undo }: Operation, sent: Readonly<Record<string, unknown>>): readonly string[] {
  const changed = Object.keys(sent);
  const together = undo !== undefined && 'read' in undo ? (undo.together ?? []) : [];
  return together.some((field) => changed.includes(field)) ? [...new Set([...changed, ...together])] : changed;
}

/** What a request changes, without what it is based on. */
function changesIn({ undo }: Operation, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const within = undo !== undefined && 'read' in undo && undo.within !== undefined ? body[undo.within] : body;
  const entries = Object.entries(isRecord(within) ? within : {});
  return Object.fromEntries(entries.filter(([field]) => !CONDITIONS.includes(field)));
}

const pick = (record: unknown, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, isRecord(record) ? (record[field] ?? null) : null]));

const textIn = (record: unknown, field: string): string | undefined => {
  const value = isRecord(record) ? record[field] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** A record has a name, and an email message a subject. */
const nameOf = (record: unknown): string | undefined => textIn(record, 'name') ?? textIn(record, 'subject');

/** Fields that say what a request is based on, and not what it changes. */
const CONDITIONS = ['expectedRevisionId', 'dryRun'];

/** Failures after which the change may have been made. */
const UNKNOWN: readonly ErrorCode[] = ['unexpected_response', 'interrupted', 'unexpected'];

const NOTHING: OpenChange = { end: async () => undefined, fail: async () => undefined };

export const recorderOf = ({ history, team, command, now, warn }: RecorderOptions): ChangeRecorder => ({
  async begin({ operation, request, read }) {
    const { undo, route } = operation;
    if (undo === undefined || request.body?.['dryRun'] === true) return NOTHING;
    const id = randomBytes(4).toString('hex');
    const sent = changesIn(operation, request.body ?? {});
    const fields = fieldsOf(operation, sent);
    const before = 'read' in undo ? await read() : undefined;
    // Without it there is no such record, and the API refuses the change.
    if ('read' in undo && before === undefined) return NOTHING;
    const name = nameOf(before) ?? nameOf(sent);
    try {
      await history.append({
        type: 'begun',
        id,
        time: now().toISOString(),
        ...{ team, command, route, path: request.path, sent },
        ...(before === undefined ? {} : { before: pick(before, fields) }),
        ...(name === undefined ? {} : { name }),
      });
    } catch (error) {
      const isWithoutLoss = 'never' in undo && error instanceof Failure;
      if (isWithoutLoss) return NOTHING;
      throw asRefusal(error);
    }
    const note = async (line: Line): Promise<void> => {
      await history.append(line).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        warn(`The change was sent, but its result could not be added to the history: ${reason}`);
      });
    };
    return {
      end: (response) => {
        const [record, now] = [textIn(response, 'id'), nameOf(response)];
        return note({
          ...{ type: 'done', id, after: pick(response, fields) },
          ...(now === undefined ? {} : { name: now }),
          ...(record === undefined ? {} : { record }),
        });
      },
      // A change that may have been made stays without a result.
      fail: async (error) => {
        const isKnown = error instanceof Failure && !error.mayBeDone && !UNKNOWN.includes(error.code);
        if (isKnown) await note({ type: 'refused', id });
      },
    };
  },
});

function asRefusal(error: unknown): unknown {
  if (!(error instanceof Failure)) return error;
  return new Failure('usage', `${error.message} The change was not sent, because it could not be undone.`, {
    hint: 'Free some space or make the directory writable, or pass --no-history (or set LOOPS_HISTORY=off) to make the change without a history.',
  });
}
