/** What is known of a tag. */
import type { AttributeRules } from './attributes.ts';

/**
 * What an element contains: text, variables and inline tags; text and variables; literal text; nothing; blocks; or only
 * certain elements.
 */
export type Content = 'inline' | 'text' | 'raw' | 'none' | 'blocks' | 'elements';

export interface Tag {
  readonly content: Content;
  /** Blocks that `blocks` excludes. */
  readonly except?: readonly string[];
  /** The only elements that `elements` allows, and for `inline` those besides inline tags. */
  readonly children?: readonly string[];
  /** How many of `children` are needed. */
  readonly count?: readonly [min: number, max: number];
  /** A block: allowed at the top level. */
  readonly isBlock: boolean;
  /** May be inside text. */
  readonly isInline?: true;
  /** Only in old documents, or not certain. */
  readonly isOld?: true;
  readonly attributes: AttributeRules;
  readonly does: string;
}
