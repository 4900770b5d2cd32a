/** What `workflow lint` and `workflow rules` give: the shapes of their JSON. */
import * as z from 'zod';
import type { ErrorCode } from '../../../errors.ts';

export interface LintFinding {
  readonly rule: string;
  readonly severity: 'error' | 'warning';
  /** Null where it is about the workflow as a whole. */
  readonly nodeId: string | null;
  readonly message: string;
}

/** One workflow. */
export interface LintRow {
  /** The ID or file, as it was given. */
  readonly source: string;
  readonly id: string;
  readonly name: string | null;
  /** How many it has. */
  readonly nodes: number;
  /** Whether all that the service tells about the nodes was there to check. */
  readonly full: boolean;
  readonly findings: readonly LintFinding[];
  /** Nodes that a rule could not judge, because what it needs was not sent. */
  readonly untold: ReadonlyArray<{ readonly rule: string; readonly nodeIds: readonly string[] }>;
  /** Why it could not be checked. */
  readonly error?: { readonly code: ErrorCode; readonly message: string };
}

export interface RuleRow {
  readonly name: string;
  readonly severity: 'error' | 'warn';
  readonly why: string;
}

// Made whenever any verb of workflows is used: the inner shapes would cost more than the rest of the command.
const inner = z.unknown();

export const lintSchema = z.array(
  z.object({
    source: inner,
    id: inner,
    name: inner,
    nodes: inner,
    full: inner,
    findings: inner,
    untold: inner,
    error: inner,
  } satisfies Record<keyof LintRow, z.ZodType>),
);

export const rulesSchema = z.array(
  z.object({ name: inner, severity: inner, why: inner } satisfies Record<keyof RuleRow, z.ZodType>),
);
