/** The journal of a batch: which rows are done, as hashes, so that a run that ended early can be continued. */
import { createHash, randomBytes } from 'node:crypto';
import { isRecord } from '../define/json.ts';
import { type Failure, usage } from '../errors.ts';
import type { AppendFile } from '../runtime/append-file.ts';
import type { Files } from '../runtime/files.ts';
import { HashSet } from './hash-set.ts';
import { decodeText, linesOf } from './text.ts';

/** What a journal belongs to. A run with another one must not continue it. */
export interface JournalOwner {
  /** `contacts import` */
  readonly command: string;
  /** Where the rows go: the API and the team. */
  readonly account: string;
  /** The flags that decide what is sent for a row. */
  readonly settings: unknown;
}

export interface JournalOptions extends JournalOwner {
  readonly path: string;
  readonly resume: boolean;
  /** This command line with --resume, for hints. */
  readonly continuing: string;
}

/** A row in a journal. Equal rows have different IDs, by their order. */
export interface RowId {
  readonly hash: bigint;
  /** The same in every run with this journal, and different in every other one. */
  readonly key: string;
}

export interface Journal {
  /** The ID of the next row with this content. Call it once for each row of a run, in the order of the file. */
  identify(content: string): RowId;
  isDone(row: RowId): boolean;
  /** When the write of a row was begun whose outcome is unknown; undefined for other rows. The date may be invalid. */
  begunAt(row: RowId): Date | undefined;
  /** Resolves when it is on the disk. */
  begin(row: RowId, now: Date): Promise<void>;
  /** `record` is the ID of what was written, if there is one. */
  done(row: RowId, record?: string): Promise<void>;
  /** The row was certainly not written. */
  refused(row: RowId): Promise<void>;
  /** All rows are done: a later run with this journal is refused. */
  finish(now: Date): Promise<void>;
  close(): Promise<void>;
}

const FORMAT = 'loopsctl-batch';

/** How every journal starts. */
const START = `{"format":"${FORMAT}"`;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const toHex = (hash: bigint): string => hash.toString(16).padStart(16, '0');

/**
 * Opens or creates a journal. Rejects with a `usage` failure where a run would repeat what an earlier one has done, or where the
 * journal belongs to other rows.
 */
export async function openJournal(files: Files, options: JournalOptions): Promise<Journal> {
  const file = await files.append(options.path);
  try {
    const state = await readState(file, options);
    const salt = state.salt ?? (await start(file, options));
    return journalOn(file, salt, state);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Rejects like `openJournal`, and writes no header: a run that then stops must not leave a journal that looks begun. */
export async function checkJournalFile(files: Files, options: JournalOptions): Promise<void> {
  const file = await files.append(options.path);
  await readState(file, options).finally(file.close);
}

interface State {
  salt: string | undefined;
  readonly done: HashSet;
  readonly begun: Map<bigint, Date>;
}

async function readState(file: AppendFile, options: JournalOptions): Promise<State> {
  const state: State = { salt: undefined, done: new HashSet(), begun: new Map() };
  const found = await file.handle.stat();
  if (!found.isFile()) throw usage(`${options.path} is not a regular file.`, 'The journal of the run is kept there.');
  const { size } = found;
  if (size === 0) return state;
  const chunks = file.handle.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>;
  for await (const { number, text } of linesOf(decodeText(chunks, options.path), options.path)) {
    if (number === 1 && isIncompleteHeader(text, size)) {
      await file.handle.truncate();
      return state;
    }
    if (number === 1) state.salt = saltOf(text, options);
    else apply(text, state, options);
  }
  requireResume(options);
  const last = Buffer.alloc(1);
  await file.handle.read(last, 0, 1, size - 1);
  // A killed run leaves a part of a line, which is never a valid one.
  if (last.toString() !== '\n') await file.append('\n');
  return state;
}

/** A run was killed before it made a request. */
const isIncompleteHeader = (text: string, size: number): boolean =>
  text.length === size && (text.startsWith(START) || START.startsWith(text));

/** `> hash time` begun, `+ hash record` done, `- hash` refused, `= time` finished. Any other line is incomplete. */
function apply(line: string, { done, begun }: State, { path }: JournalOptions): void {
  if (line.startsWith('= ')) {
    throw usage(
      `${path} is the journal of a run that is finished.`,
      `All rows are done. To repeat every row, delete ${path} and run the command again.`,
    );
  }
  const [, sign, hex = '', rest = ''] = /^([>+-]) ([0-9a-f]{16})(?: (\S+))?;$/.exec(line) ?? [];
  if (sign === undefined) return;
  const hash = BigInt(`0x${hex}`);
  if (sign === '>') begun.set(hash, new Date(rest));
  else begun.delete(hash);
  if (sign === '+') done.add(hash);
}

/** The salt in the first line. Throws a `usage` failure where this run may not continue the journal. */
function saltOf(line: string, options: JournalOptions): string {
  const { path, command, account } = options;
  const header = parseHeader(line);
  if (header === undefined) throw usage(`${path} is not a journal of loopsctl.`, 'Other files are not overwritten.');
  const differs = (what: string): Failure => usage(`${path} belongs to ${what}.`, startHint(options));
  if (header['command'] !== command) throw differs(`\`loopsctl ${header['command']}\``);
  if (header['account'] !== account) throw differs(`another team: ${header['account']}`);
  if (header['settings'] !== settingsHash(options)) throw differs('a run with other flags');
  return String(header['salt']);
}

const startHint = ({ path }: JournalOptions): string => `Delete ${path} to start from the first row.`;

/** Called when all lines are read, because a finished run cannot be continued. */
function requireResume(options: JournalOptions): void {
  const { path, resume, continuing } = options;
  if (resume) return;
  throw usage(
    `${path} is the journal of a run that did not finish.`,
    `Continue with: ${continuing} (or delete ${path} to start from the first row).`,
  );
}

function parseHeader(line: string): Record<string, unknown> | undefined {
  try {
    const header: unknown = JSON.parse(line);
    return isRecord(header) && header['format'] === FORMAT && header['version'] === 1 ? header : undefined;
  } catch {
    return undefined;
  }
}

const settingsHash = ({ settings }: JournalOwner): string =>
  sha256(JSON.stringify(settings)).toString('hex').slice(0, 16);

async function start(file: AppendFile, options: JournalOptions): Promise<string> {
  const { command, account } = options;
  // Without it, anybody could find out whether a person is among the rows.
  const salt = randomBytes(16).toString('hex');
  const header = { format: FORMAT, version: 1, command, account, settings: settingsHash(options), salt };
  await file.append(`${JSON.stringify(header)}\n`, true);
  return salt;
}

function journalOn(file: AppendFile, salt: string, { done, begun }: State): Journal {
  const seen = new HashSet();
  const line = (sign: string, { hash }: RowId, rest?: string): string =>
    `${sign} ${toHex(hash)}${rest === undefined ? '' : ` ${rest}`};\n`;
  return {
    identify(content) {
      for (let copy = 0; ; copy++) {
        const digest = sha256(`${salt} ${copy} ${content}`);
        const hash = digest.readBigUInt64BE();
        if (seen.add(hash)) return { hash, key: digest.toString('hex', 0, 16) };
      }
    },
    isDone: ({ hash }) => done.has(hash),
    begunAt: ({ hash }) => begun.get(hash),
    begin: (row, now) => file.append(line('>', row, now.toISOString()), true),
    done: (row, record) => file.append(line('+', row, record)),
    refused: (row) => file.append(line('-', row)),
    finish: (now) => file.append(`= ${now.toISOString()}\n`, true),
    close: file.close,
  };
}
