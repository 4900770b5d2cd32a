/** Matches the nodes of two workflows by their IDs, contents and places, so that a copy with new IDs is the same workflow. */
import type { Graph } from '../graph.ts';
import type { ContentOptions } from './content.ts';
import { isomorphism } from './matching/isomorphism.ts';
import { type Partners, pairUp } from './matching/pairing.ts';
import { type Sides, sideOf } from './matching/sides.ts';

export interface Matching {
  readonly sides: Sides;
  /** For each node of the first side, its partner on the second. No node has two partners. */
  readonly partners: Partners;
}

/**
 * Swapping the sides gives the same pairs: the choice between equally good ones does not depend on which side is first.
 */
export function matchNodes(from: Graph, to: Graph, options: ContentOptions): Matching {
  const sides: Sides = [sideOf(from, options), sideOf(to, options)];
  const [a, b] = sides;
  const same = isomorphism(sides);
  if (same !== undefined) return { sides, partners: same };
  const partners = JSON.stringify(a) <= JSON.stringify(b) ? pairUp([a, b])[0] : pairUp([b, a])[1];
  return { sides, partners };
}
