/** What `workflow paths` gives: the shape of its JSON. */
import * as z from 'zod';
import type { EndKind } from './ways.ts';

/** Seconds since the trigger; null where a timer before it does not say how long it is. */
type Seconds = number | null;

/** Over all ways, also those that are not told; null where there is no way, or a timer does not say how long it is. */
interface LeastAndMost {
  readonly least: number;
  readonly most: number;
}

export interface Path {
  /** Filters and variants. */
  readonly conditions: ReadonlyArray<{
    readonly nodeId: string;
    readonly typeName: string;
    readonly sentence: string;
    readonly afterSeconds: Seconds;
  }>;
  readonly emails: ReadonlyArray<{
    readonly nodeId: string;
    readonly subject: string | null;
    readonly afterSeconds: Seconds;
  }>;
  readonly waitSeconds: Seconds;
  /** The trigger first. */
  readonly nodeIds: readonly string[];
  /** `nodeId` is the last node, the one that does not exist, or the one to which it goes round. */
  readonly end: { readonly kind: EndKind; readonly nodeId: string; readonly sentence: string };
}

export interface Paths {
  readonly id: string;
  readonly name: string | null;
  readonly trigger: { readonly nodeId: string; readonly sentence: string } | null;
  /** Decimal digits: the number may be larger than JSON numbers can be. */
  readonly count: string;
  /** How many of them are told. */
  readonly shown: number;
  readonly emails: LeastAndMost | null;
  readonly waitSeconds: LeastAndMost | null;
  readonly paths: readonly Path[];
  readonly cycles: ReadonlyArray<{
    readonly nodeIds: readonly string[];
    readonly notFollowed: ReadonlyArray<{ readonly from: string; readonly to: string }>;
  }>;
}

// Made whenever any verb of workflows is used: the inner shapes would cost more than the rest of the command.
const inner = z.unknown();

export const pathsSchema = z.object({
  id: inner,
  name: inner,
  trigger: inner,
  count: inner,
  shown: inner,
  emails: inner,
  waitSeconds: inner,
  paths: inner,
  cycles: inner,
} satisfies Record<keyof Paths, z.ZodType>);
