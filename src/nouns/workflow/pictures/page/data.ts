/** What the page knows of the nodes: the program writes it into the document, and the script of the page reads it. */

export interface PageNode {
  readonly key: string;
  readonly words: string;
  /** Name and text of each field, in the order in which they are shown. */
  readonly fields: readonly (readonly [string, string])[];
  /** Keys of the nodes that follow. */
  readonly next: readonly string[];
}

/** The `id` of the element that holds it, as a JSON array of nodes. */
export const DATA_ID = 'nodes';
/** The `id` of the group that moves when the picture is moved. */
export const SCENE_ID = 'scene';
