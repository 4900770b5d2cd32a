/** Which node of one workflow is which of another, by their IDs, contents and places. */
import { type Colours, classesOf, firstColours, refined, type Sides } from './colours.ts';
import { isomorphism } from './isomorphism.ts';
import type { Side } from './side.ts';

/** For each node of a side its partner on the other, or undefined. */
export type Partners = ReadonlyArray<number | undefined>;

/** How far around a node one looks to tell it from others with the same content. */
const STEPS = 12;

/** Of many neighbours that have changed, only those that stand near the same place are candidates for each other. */
const NEAR = 8;

/**
 * The partners of the first side's nodes. No node has two. Swapping the sides gives the same pairs: of two equally good ones
 * the same is taken, whichever side is named first.
 */
export function matchNodes(from: Side, to: Side): Partners {
  const same = isomorphism([from, to]);
  if (same !== undefined) return same;
  if (JSON.stringify(from) <= JSON.stringify(to)) return pairUp([from, to]).partners[0];
  return pairUp([to, from]).partners[1];
}

function pairUp(sides: Sides): Pairing {
  const pairing = new Pairing(sides);
  pairSameIds(pairing);
  pairUniquePlaces(pairing);
  pairEqualContents(pairing);
  pairChanged(pairing);
  return pairing;
}

/** The pairs found so far. */
class Pairing {
  readonly sides: Sides;
  readonly partners: readonly [Array<number | undefined>, Array<number | undefined>];

  constructor(sides: Sides) {
    this.sides = sides;
    this.partners = [sides[0].ids.map(() => undefined), sides[1].ids.map(() => undefined)];
  }

  isFree(which: 0 | 1, node: number): boolean {
    return node >= 0 && this.partners[which][node] === undefined;
  }

  pair(a: number, b: number): void {
    this.partners[0][a] = b;
    this.partners[1][b] = a;
  }

  /** The nodes of a list without partners. */
  free(which: 0 | 1, nodes: Iterable<number>): readonly number[] {
    return [...new Set(nodes)].filter((node) => this.isFree(which, node));
  }
}

/** An ID belongs to one node for ever. */
function pairSameIds(pairing: Pairing): void {
  const [a, b] = pairing.sides;
  const indexes = new Map(b.ids.map((id, index) => [id, index]));
  a.ids.forEach((id, index) => {
    const partner = indexes.get(id);
    if (partner !== undefined) pairing.pair(index, partner);
  });
}

/**
 * Nodes that are the only ones of their content in such surroundings, the widest first; and from each pair on, its
 * neighbours as long as their contents are equal.
 */
function pairUniquePlaces(pairing: Pairing): void {
  const rounds: Colours[] = [firstColours(pairing.sides)];
  for (let step = 0; step < STEPS; step++) rounds.push(refined(pairing.sides, rounds.at(-1) ?? [[], []]));
  const [paired] = pairing.partners;
  paired.forEach((b, a) => {
    if (b !== undefined) spread(pairing, a, b);
  });
  for (const [first, second] of rounds.reverse()) {
    const others = classesOf(second);
    for (const [colour, members] of classesOf(first)) {
      const [a, ...moreA] = pairing.free(0, members);
      const [b, ...moreB] = pairing.free(1, others.get(colour) ?? []);
      if (a === undefined || b === undefined || moreA.length + moreB.length > 0) continue;
      pairing.pair(a, b);
      spread(pairing, a, b);
    }
  }
}

function spread(pairing: Pairing, a: number, b: number): void {
  const [first, second] = pairing.sides;
  const pending: Array<readonly [number, number]> = [[a, b]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [nodeA, nodeB] = pair;
    for (const relation of ['next', 'sources'] as const) {
      const others = pairing.free(1, second[relation][nodeB] ?? []);
      for (const node of pairing.free(0, first[relation][nodeA] ?? [])) {
        const equal = others.find(
          (other) => pairing.isFree(1, other) && first.contents[node] === second.contents[other],
        );
        if (equal === undefined) continue;
        pairing.pair(node, equal);
        pending.push([node, equal]);
      }
    }
  }
}

/** What is left of equal content has moved. */
function pairEqualContents(pairing: Pairing): void {
  const [a, b] = pairing.sides;
  const byContent = new Map<string, number[]>();
  for (const node of pairing.free(1, b.ids.keys())) {
    const content = b.contents[node] ?? '';
    const others = byContent.get(content);
    if (others === undefined) byContent.set(content, [node]);
    else others.push(node);
  }
  for (const node of pairing.free(0, a.ids.keys())) {
    const partner = byContent.get(a.contents[node] ?? '')?.shift();
    if (partner !== undefined) pairing.pair(node, partner);
  }
}

/** Nodes of the same kind that stand between the same neighbours have changed; so has the beginning of the workflow. */
function pairChanged(pairing: Pairing): void {
  const [a, b] = pairing.sides;
  const [rootA, rootB] = [a.root ?? -1, b.root ?? -1];
  if (pairing.isFree(0, rootA) && pairing.isFree(1, rootB)) pairing.pair(rootA, rootB);
  for (let found = true; found; ) {
    found = false;
    for (const { node, other } of changedCandidates(pairing)) {
      if (!pairing.isFree(0, node) || !pairing.isFree(1, other)) continue;
      pairing.pair(node, other);
      found = true;
    }
  }
}

/** Pairs that share neighbours, those that share most of them first. */
function changedCandidates(pairing: Pairing): ReadonlyArray<{ readonly node: number; readonly other: number }> {
  const [a, b] = pairing.sides;
  const shared = new Map<string, { node: number; other: number; score: number }>();
  // Of a branch with many ways each would otherwise look through all of them again.
  const looked = new Map<readonly number[] | undefined, readonly number[]>();
  const freeAmong = (which: 0 | 1, nodes: readonly number[] | undefined): readonly number[] => {
    const known = looked.get(nodes) ?? pairing.free(which, nodes ?? []);
    looked.set(nodes, known);
    return known;
  };
  for (const node of pairing.free(0, a.ids.keys())) {
    for (const [here, there] of [
      ['next', 'sources'],
      ['sources', 'next'],
    ] as const) {
      for (const neighbour of new Set(a[here][node])) {
        const partner = pairing.partners[0][neighbour];
        if (partner === undefined) continue;
        const place = freeAmong(0, a[there][neighbour]).indexOf(node);
        const first = Math.max(0, place - NEAR);
        for (const [index, other] of freeAmong(1, b[there][partner])
          .slice(first, place + NEAR + 1)
          .entries()) {
          if (a.types[node] !== b.types[other]) continue;
          const key = `${node},${other}`;
          const known = shared.get(key) ?? { node, other, score: 0 };
          // The same place among its neighbours decides between those that share equally many.
          known.score += first + index === place ? 1.01 : 1;
          shared.set(key, known);
        }
      }
    }
  }
  return [...shared.values()].sort((x, y) => y.score - x.score || x.node - y.node || x.other - y.other);
}
