/** What `workflow diff` gives: the shape of its JSON. */
import * as z from 'zod';

/** A node in words; `typeName` and `sentence` are null where it does not exist. */
export interface NodeRef {
  readonly nodeId: string;
  readonly typeName: string | null;
  readonly sentence: string | null;
}

/** A field; null where there is nothing. */
export interface Change {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

export interface Connection {
  readonly from: NodeRef;
  readonly to: NodeRef;
}

export interface Side {
  /** The ID or file, as it was given. */
  readonly source: string;
  readonly id: string;
  readonly name: string | null;
  /** How many it has. */
  readonly nodes: number;
}

export interface NodeChange {
  readonly from: NodeRef;
  readonly to: NodeRef;
  readonly fields: readonly Change[];
}

export interface WorkflowDiff {
  /** Nothing differs. */
  readonly same: boolean;
  readonly from: Side;
  readonly to: Side;
  /** Fields of the workflow itself, its trigger as `rootNodeId`. */
  readonly workflow: readonly Change[];
  readonly nodes: {
    readonly added: readonly NodeRef[];
    readonly removed: readonly NodeRef[];
    readonly changed: readonly NodeChange[];
  };
  readonly connections: {
    readonly added: readonly Connection[];
    readonly removed: readonly Connection[];
    /** The same node on both sides, whose ways on are the same in another order. */
    readonly reordered: ReadonlyArray<{ readonly from: NodeRef; readonly to: NodeRef }>;
  };
}

// Made whenever any verb of workflows is used: the inner shapes would cost more than the rest of the command.
const inner = z.unknown();

export const diffSchema = z.object({
  same: inner,
  from: inner,
  to: inner,
  workflow: inner,
  nodes: inner,
  connections: inner,
} satisfies Record<keyof WorkflowDiff, z.ZodType>);
