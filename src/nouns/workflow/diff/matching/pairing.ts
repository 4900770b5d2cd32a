/** Pairs the nodes of two workflows that differ, by their IDs, contents and places. */
import { type Colors, classesOf, firstColors, refined } from './refinement.ts';
import type { Sides } from './sides.ts';

/** How far around a node to look, to distinguish it from others with the same content. */
const STEPS = 12;

/** Of many changed neighbors, only those at nearby places are candidates for each other. */
const NEAR = 8;

/** Pairs as many nodes as possible. No node has two partners. */
export function pairUp(sides: Sides): readonly [Partners, Partners] {
  const pairing = new Pairing(sides);
  pairSameIds(pairing);
  pairUniquePlaces(pairing);
  pairEqualContents(pairing);
  pairChanged(pairing);
  return pairing.partners;
}

/** For each node of a side, its partner on the other side, or undefined. */
export type Partners = ReadonlyArray<number | undefined>;

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

  /** The nodes of a list that have no partners. */
  free(which: 0 | 1, nodes: Iterable<number>): readonly number[] {
    return [...new Set(nodes)].filter((node) => this.isFree(which, node));
  }
}

/** IDs are never reused. */
function pairSameIds(pairing: Pairing): void {
  const [a, b] = pairing.sides;
  const indexes = new Map(b.ids.map((id, index) => [id, index]));
  a.ids.forEach((id, index) => {
    const partner = indexes.get(id);
    if (partner !== undefined) pairing.pair(index, partner);
  });
}

/**
 * Nodes whose content is unique in their surroundings, the widest surroundings first. From each pair on, neighbors with equal
 * contents are paired too.
 */
function pairUniquePlaces(pairing: Pairing): void {
  const rounds: Colors[] = [firstColors(pairing.sides)];
  for (let step = 0; step < STEPS; step++) rounds.push(refined(pairing.sides, rounds.at(-1) ?? [[], []]));
  const [paired] = pairing.partners;
  paired.forEach((b, a) => {
    if (b !== undefined) spread(pairing, a, b);
  });
  for (const [first, second] of rounds.reverse()) {
    const others = classesOf(second);
    for (const [color, members] of classesOf(first)) {
      const [a, ...moreA] = pairing.free(0, members);
      const [b, ...moreB] = pairing.free(1, others.get(color) ?? []);
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

/** The remaining nodes with equal contents have moved. */
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

/** Nodes of the same type between the same neighbors have changed, and so have triggers. */
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

/** Pairs that share neighbors, those that share the most first. */
function changedCandidates(pairing: Pairing): ReadonlyArray<{ readonly node: number; readonly other: number }> {
  const [a, b] = pairing.sides;
  const shared = new Map<string, { node: number; other: number; score: number }>();
  // Otherwise each path of a large branch would search all of them again.
  const searched = new Map<readonly number[] | undefined, readonly number[]>();
  const freeAmong = (which: 0 | 1, nodes: readonly number[] | undefined): readonly number[] => {
    const known = searched.get(nodes) ?? pairing.free(which, nodes ?? []);
    searched.set(nodes, known);
    return known;
  };
  for (const node of pairing.free(0, a.ids.keys())) {
    for (const [here, there] of [
      ['next', 'sources'],
      ['sources', 'next'],
    ] as const) {
      for (const neighbor of new Set(a[here][node])) {
        const partner = pairing.partners[0][neighbor];
        if (partner === undefined) continue;
        const place = freeAmong(0, a[there][neighbor]).indexOf(node);
        const first = Math.max(0, place - NEAR);
        for (const [index, other] of freeAmong(1, b[there][partner])
          .slice(first, place + NEAR + 1)
          .entries()) {
          if (a.types[node] !== b.types[other]) continue;
          const key = `${node},${other}`;
          const known = shared.get(key) ?? { node, other, score: 0 };
          // If two share equally many, the same place decides.
          known.score += first + index === place ? 1.01 : 1;
          shared.set(key, known);
        }
      }
    }
  }
  return [...shared.values()].sort((x, y) => y.score - x.score || x.node - y.node || x.other - y.other);
}
