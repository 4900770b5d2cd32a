/** A rule for LMX: its name, why it exists, how to fix what it finds, and how it finds that. */
import type { AttributeType } from '../attributes.ts';
import type { ContrastOf } from '../color.ts';
import type { StyleOf } from '../computed-styles.ts';
import type { Attribute, Element, LmxDocument, Span, Text } from '../tree.ts';
import type { UsedBraces, UsedVariable } from '../used-variables.ts';
import type { Namespace } from '../variables.ts';

export type Severity = 'error' | 'warning' | 'hint';

/** What the email is part of: it decides which variables exist. */
export const MAIL_KINDS = ['campaign', 'workflow', 'transactional', 'component'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export interface LintOptions {
  /** Rules that need it are silent without it. */
  readonly kind?: MailKind | undefined;
  /** The names that have a fallback, per namespace; without it, missing fallbacks are not reported. */
  readonly fallbacks?: Partial<Readonly<Record<Namespace, readonly string[]>>> | undefined;
  /** The names that exist, per namespace; without a namespace, its names are not checked. */
  readonly known?: Partial<Readonly<Record<Namespace, readonly string[]>>> | undefined;
  /** The styles of the theme, where it is known: colors are compared with it. */
  readonly theme?: Readonly<Record<string, unknown>> | undefined;
  /** The host of uploaded images. */
  readonly imageHost?: string | undefined;
  /** Images may be named, `image:logo.png`: sending the file replaces the names. */
  readonly imageNames?: boolean | undefined;
  /** What is not certain is reported like what is. */
  readonly strict?: boolean | undefined;
  /** The severity of rules, instead of that of their findings. */
  readonly severities?: ReadonlyMap<string, Severity | 'off'> | undefined;
  /** Links that were opened and do not exist, with the reason. */
  readonly brokenLinks?: ReadonlyMap<string, string> | undefined;
  /** The widths in pixels of the images whose files are known, by `src`. */
  readonly imageWidths?: ReadonlyMap<string, number> | undefined;
  /** The fields of the message besides its LMX, where they are known. */
  readonly subject?: string | undefined;
  readonly previewText?: string | undefined;
}

/** A replacement of text that is certainly right. */
export interface Edit extends Span {
  readonly text: string;
}

export interface Remarks {
  /** What to write instead. */
  readonly suggestion?: string | undefined;
  /** Another severity than that of the rule. */
  readonly severity?: Severity | undefined;
  /** Whether it is uncertain that Loops rejects it: then an error becomes a warning. */
  readonly isGuess?: boolean | undefined;
  readonly edit?: Edit | undefined;
}

export type Report = (at: Span, message: string, remarks?: Remarks) => void;

/** What rules read, computed once. */
export interface Subject {
  readonly document: LmxDocument;
  /** The elements at the top level. */
  readonly blocks: readonly Element[];
  readonly options: LintOptions;
  /** The valid variables of the document in its order, with the element they are in and the attribute that holds them. */
  readonly variables: readonly UsedVariable[];
  /** Variables and invalid braces, also where no variable is allowed. */
  readonly braces: readonly UsedBraces[];
  readonly styleOf: StyleOf;
  readonly contrastOf: ContrastOf;
  /** What is behind blocks without a color. */
  readonly bodyBackground: string | undefined;
}

export interface Rule {
  readonly name: string;
  readonly severity: Severity;
  readonly why: string;
  readonly fix: string;
  /** The elements that `element` and `attribute` are called for; those of tags that do not exist are `unknown`. */
  readonly tags?: readonly string[];
  readonly element?: (element: Element, report: Report, subject: Subject) => void;
  /** The attributes that `attribute` is called for: by their names, or by the types of their values. */
  readonly attributes?: readonly string[];
  /** Attributes that the tag does not have are `unknown`. */
  readonly types?: readonly AttributeKind[];
  /** Called for attributes of tags that exist; of all such tags without `tags`. */
  readonly attribute?: (attribute: Attribute, element: Element, report: Report, subject: Subject) => void;
  /** Called for text with content that is inside an element with inline content. */
  readonly text?: (text: Text, report: Report, subject: Subject) => void;
  readonly document?: (subject: Subject, report: Report) => void;
}

export type AttributeKind = AttributeType['kind'] | 'unknown';

export const attributeSpan = ({ start, end }: Attribute): Span => ({ start, end });
export const valueSpan = ({ valueStart, valueEnd }: Attribute): Span => ({ start: valueStart, end: valueEnd });

/** The opening tag: an element itself may be many lines long. */
export const tagSpan = ({ start, openEnd }: Element): Span => ({ start, end: openEnd });

/** The place of a text without the white space around it. */
export function trimmedSpan({ start, raw }: Text): Span {
  const from = start + raw.length - raw.trimStart().length;
  return { start: from, end: from + raw.trim().length };
}
