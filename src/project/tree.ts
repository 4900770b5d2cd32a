/** Reads the files of a project: every record with its content, and everything that is wrong with the files. */

import { createHash } from 'node:crypto';
import { describeIssue } from '../define/issue.ts';
import { isRecord } from '../define/json.ts';
import { Failure } from '../errors.ts';
import { nearest } from '../lmx/nearest.ts';
import type { Directory } from '../runtime/directory.ts';
import { parseJson } from '../runtime/parse-json.ts';
import { type Content, plainLines, withoutEmpty } from './content.ts';
import { keyIdentity, keyProblem } from './keys.ts';
import type { Kind } from './kinds/kind.ts';
import { addressOf } from './kinds/kinds.ts';
import { keysIn, mainPath, type Paths, pathsOf } from './layout.ts';

/** A record as its files say. References are keys. */
export interface Local {
  readonly kind: Kind;
  readonly key: string;
  /** `theme:brand` */
  readonly address: string;
  readonly content: Content;
}

export interface FileProblem {
  readonly file: string;
  readonly message: string;
  /** A pull that was killed may have left it, and the next one writes the rest. */
  readonly isUnfinished?: boolean;
}

export interface Tree {
  /** By address. */
  readonly locals: ReadonlyMap<string, Local>;
  readonly problems: readonly FileProblem[];
  /** The hash of each file that was read, by its path. */
  readonly hashes: ReadonlyMap<string, string>;
}

export const fileHash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

class Reader {
  readonly locals = new Map<string, Local>();
  readonly problems: FileProblem[] = [];
  readonly hashes = new Map<string, string>();
  readonly #directory: Directory;
  readonly #kinds: readonly Kind[];

  constructor(directory: Directory, kinds: readonly Kind[]) {
    this.#directory = directory;
    this.#kinds = kinds;
  }

  async read(): Promise<Tree> {
    for (const kind of this.#kinds) await this.#readKind(kind);
    return this;
  }

  #problem(path: string, message: string, isUnfinished = false): void {
    this.problems.push({ file: this.#directory.shown(path), message, isUnfinished });
  }

  async #readKind(kind: Kind): Promise<void> {
    const { layout } = kind;
    if (layout.type === 'entries') return this.#readEntries(kind, layout);
    const seen = new Map<string, string>();
    for (const key of await keysIn(this.#directory, layout)) {
      const paths = pathsOf(kind, key);
      const path = mainPath(kind, key);
      const other = seen.get(keyIdentity(key));
      const wrong =
        key.split('/').map(keyProblem).find(Boolean) ??
        (other && `${other} has the same name on systems that ignore case`);
      if (wrong !== undefined) {
        this.#problem(path, `${wrong}.`);
        continue;
      }
      seen.set(keyIdentity(key), key);
      if (layout.type === 'images') await this.#readImage(kind, key, paths);
      else await this.#readFiles(kind, key, paths);
    }
  }

  async #readImage(kind: Kind, key: string, { image = '' }: Paths): Promise<void> {
    const bytes = await this.#directory.find(image);
    if (bytes === undefined) return;
    const hash = createHash('sha256').update(bytes).digest('hex');
    this.#add(kind, key, { hash, file: this.#directory.shown(image) });
  }

  async #readFiles(kind: Kind, key: string, { json = '', lmx }: Paths): Promise<void> {
    const text = await this.#text(json);
    const body = lmx === undefined ? undefined : await this.#text(lmx);
    if (text === undefined) {
      if (lmx === undefined || body === undefined) return;
      this.#problem(json, `is missing; ${this.#directory.shown(lmx)} needs it for its name.`, true);
      // It belongs to no record, so only the same text may replace it.
      this.hashes.delete(lmx);
      return;
    }
    const value = this.#json(text, json);
    if (value !== undefined) this.#addRecord(kind, key, value, json, { ...(body === undefined ? {} : { lmx: body }) });
  }

  async #readEntries(kind: Kind, { file, section }: { readonly file: string; readonly section: string }) {
    const text = await this.#text(file);
    const value = text === undefined ? undefined : this.#json(text, file);
    if (value === undefined) return;
    const entries = isRecord(value) ? value[section] : null;
    if (entries === undefined) return;
    if (!isRecord(entries)) return this.#problem(file, `"${section}" is not an object of groups by key.`);
    for (const [key, entry] of Object.entries(entries)) {
      const wrong = keyProblem(key);
      if (wrong === undefined) this.#addRecord(kind, key, entry, mainPath(kind, key), {});
      else this.#problem(file, `${JSON.stringify(key)}: ${wrong}.`);
    }
  }

  /** Without the byte order mark and carriage returns of other systems. */
  async #text(path: string): Promise<string | undefined> {
    const bytes = await this.#directory.find(path);
    if (bytes === undefined) return undefined;
    this.hashes.set(path, fileHash(bytes));
    try {
      return plainLines(utf8.decode(bytes));
    } catch {
      this.#problem(path, 'is not UTF-8.');
      return undefined;
    }
  }

  #json(text: string, path: string): unknown {
    try {
      return parseJson(text, 'It');
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.#problem(path, /^(<{7}|>{7})/m.test(text) ? 'has conflict markers of a merge.' : 'is not valid JSON.');
      return undefined;
    }
  }

  #addRecord(kind: Kind, key: string, value: unknown, path: string, files: Content): void {
    if (!isRecord(value)) {
      this.#problem(path, 'does not hold a JSON object.');
      return;
    }
    const { $schema: _, ...given } = value;
    const known = Object.keys(kind.fields).filter((field) => kind.fields[field]?.isLmx !== true);
    for (const field of Object.keys(given)) {
      if (known.includes(field)) continue;
      const guess = nearest(field, known);
      this.#problem(path, `unknown field "${field}"${guess === undefined ? '' : ` (did you mean "${guess}"?)`}.`);
    }
    const before = this.problems.length;
    for (const field of known) {
      if (given[field] === undefined || given[field] === null) continue;
      const parsed = kind.fields[field]?.schema.safeParse(given[field]);
      const issue = parsed?.error?.issues[0];
      if (issue === undefined) continue;
      this.#problem(path, `"${[field, ...issue.path].join('.')}": ${describeIssue(issue)}.`);
    }
    if (kind.fields['name'] !== undefined && typeof given['name'] !== 'string') this.#problem(path, 'has no "name".');
    if (this.problems.length === before) this.#add(kind, key, { ...given, ...files });
  }

  #add(kind: Kind, key: string, content: Readonly<Record<string, unknown>>): void {
    const address = addressOf(kind.name, key);
    this.locals.set(address, { kind, key, address, content: withoutEmpty(content) });
  }
}

export const readTree = (directory: Directory, kinds: readonly Kind[]): Promise<Tree> =>
  new Reader(directory, kinds).read();
