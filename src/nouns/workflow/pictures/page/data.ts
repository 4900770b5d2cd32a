/** The data of the nodes in the page: the program writes it into the document, and the script of the page reads it. */

export interface PageNode {
  readonly key: string;
  /** The ID to copy. */
  readonly id: string;
  readonly words: string;
  /** The name and text of each field, in order. */
  readonly fields: readonly (readonly [string, string])[];
  readonly next: readonly string[];
}

/** The `id` of the element with the JSON array of nodes. */
export const DATA_ID = 'nodes';
/** The `id` of the group that moves when the picture is panned. */
export const SCENE_ID = 'scene';
/** The `id` of the template with the preview of the email of a node. */
export const emailTemplateId = (key: string): string => `email-${key}`;
/** The `id` of the template with the style of all previews. */
export const EMAIL_STYLE_ID = 'email-style';
