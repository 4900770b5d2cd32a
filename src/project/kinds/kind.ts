/** A kind of record in a project: its files, its fields, and its requests. */
import type * as z from 'zod';
import type { Context } from '../../define/command.ts';
import type { Operation } from '../../define/operation.ts';
import type { Content } from '../content.ts';
import type { Begun } from './workflow-edits.ts';

export type KindName =
  | 'image'
  | 'theme'
  | 'component'
  | 'group'
  | 'campaign-group'
  | 'segment'
  | 'transactional'
  | 'workflow'
  | 'workflow-email'
  | 'campaign';

/**
 * What fields refer to: a record of the project, a node of the same workflow, or a mailing list by its name, because the API
 * cannot create one.
 */
export type Target = KindName | 'list' | 'node';

/** Where the files of a kind are. Each record has JSON, and some have LMX. */
export type Layout =
  /** `themes/<key>.json` and, with LMX, `components/<key>.lmx` */
  | { readonly type: 'files'; readonly directory: string }
  /** `transactional/<key>/email.json` and `email.lmx` */
  | { readonly type: 'directories'; readonly directory: string; readonly name: string }
  /** `workflows/<key>/<part>.json` and `.lmx`; the key has both: `<key>/<part>` */
  | { readonly type: 'parts'; readonly directory: string }
  /** The entries of a section in one file. */
  | { readonly type: 'entries'; readonly file: string; readonly section: string }
  /** `images/<key>` is the content itself. */
  | { readonly type: 'images'; readonly directory: string };

export interface FieldRule {
  readonly schema: z.ZodType;
  /** The field is LMX, in a file of its own. */
  readonly isLmx?: true;
  /** The value is the ID of a record of this kind, or its key in files. */
  readonly refersTo?: Target;
  /** The value is an audience filter, whose conditions may have IDs. */
  readonly isFilter?: true;
  /** The value is the nodes of a workflow. */
  readonly isNodes?: true;
  /** The API cannot change it after the creation. */
  readonly isFixed?: true;
  /** Nothing can be created without it. */
  readonly isRequired?: true;
  /** Cannot be made empty. */
  readonly isLasting?: true;
  /** An object whose other entries the API fills in: files need not have all of them, and can remove none. */
  readonly isPartial?: true;
}

/** A record of the account. Its content has IDs, not keys. */
export interface Found {
  readonly id: string;
  readonly name: string;
  /** Differs after every change of the content; undefined where only the content itself can show that. */
  readonly revision?: string | undefined;
  /** Undefined if the list does not have it: `read` gets it. */
  readonly content?: Content | undefined;
  /** Why it cannot be changed. */
  readonly locked?: string | undefined;
  /** Not in the project: nobody can change it. */
  readonly isFixed?: boolean;
  /** No longer a draft: it is not pulled, and another one of its name may be created. */
  readonly isDone?: boolean;
  /** Where an image is. */
  readonly url?: string;
  /** What the API returned. */
  readonly record?: unknown;
  /** Of an email of a workflow: its node, and the workflow. */
  readonly node?: string;
  readonly workflow?: string;
  /** After a push of a workflow: the IDs of its nodes by the names that the content had for them. */
  readonly nodes?: ReadonlyMap<string, string>;
}

/** A record with its content. */
export interface Read extends Found {
  readonly content: Content;
}

/** How a push that takes several requests continues after it has ended in between. */
export interface Steps {
  /** To be called after each response but the last, with what the account has now. */
  saved(now: Read): Promise<void>;
  /** To be called before each edit of a workflow, with the nodes that have got IDs since. */
  begun: Begun;
  /** The ID of a record that exists since its workflow does. */
  readonly place: string | undefined;
  /** Contacts who wait in what a push removes from a workflow may be lost. */
  readonly discardQueued: boolean;
}

export interface Kind {
  readonly name: KindName;
  /** For sentences: `transactional email`. */
  readonly noun: string;
  readonly layout: Layout;
  /** What its LMX and filters may refer to, besides the fields that refer to something. */
  readonly refersTo?: readonly KindName[];
  /** In the order in which files have them. */
  readonly fields: Readonly<Record<string, FieldRule>>;
  readonly calls: readonly Operation[];
  list(context: Context): Promise<readonly Found[]>;
  read?(context: Context, found: Found): Promise<Read>;
  /** Where `read` uses what the list returned: the record and its content as they are now. */
  readAgain?(context: Context, found: Found): Promise<Read>;
  create(context: Context, content: Content, steps: Steps): Promise<Read>;
  /** `content` is complete; `changed` names the fields that differ from `before`. */
  update(context: Context, before: Read, content: Content, changed: readonly string[], steps: Steps): Promise<Read>;
  /** Why this content cannot be sent; undefined if it can. */
  refuse?(content: Content, changed: readonly string[], before?: Found): string | undefined;
  /** Whether the changed fields reach other records. */
  cascades?(changed: readonly string[]): boolean;
  /** The most requests that a creation or a change of these fields takes, with what the history reads. */
  requests(changed: readonly string[] | 'create', content: Content, before: Found | undefined): number;
  /** Whether somebody else may change the record between its last reading and a write: then it is read again first. */
  isUnguarded?(changed: readonly string[]): boolean;
  /** A new record has only these fields until it is written; for kinds whose creation takes several requests. */
  readonly fieldsAtFirst?: readonly string[];
  /** Whether a record with those fields only is still as the API has created it. */
  isFresh?(content: Content): boolean;
  /** Its records exist since those of another kind do, and are found in them. */
  readonly partOf?: KindName;
  /** Whether there is something to publish. */
  hasDraft?(found: Found): boolean;
  /** Rejects with `check_failed` where the content must not be published. */
  publish?(context: Context, found: Read): Promise<Read>;
}

/** All items of a list. */
export async function everyItem<Item>(pages: AsyncIterable<readonly Item[]>): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const page of pages) for (const item of page) items.push(item);
  return items;
}

/** The named fields of a content, with undefined for an empty one: a request leaves it out. */
export const pick = (content: Content, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, content[field]]));
