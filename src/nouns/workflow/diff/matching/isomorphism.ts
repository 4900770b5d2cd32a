/** Finds out whether two graphs are the same except for the IDs of their nodes. */
import { type Colors, classesOf, firstColors, refined } from './refinement.ts';
import type { Sides } from './sides.ts';

/**
 * The number of nodes and connections to look at before giving up: there are graphs for which no fast algorithm is known.
 * 300 equal nodes without connections take a third of it.
 */
const BUDGET = 1_000_000;

/**
 * For each node of the first side, the node of the second side with the same content and place. Undefined if the sides
 * differ, or if the budget did not suffice.
 */
export function isomorphism(sides: Sides): readonly number[] | undefined {
  const [a, b] = sides;
  if (a.ids.length !== b.ids.length) return undefined;
  const connections = a.next.reduce((sum, targets) => sum + targets.length, 0);
  const budget = { left: BUDGET, step: 2 * (a.ids.length + 2 * connections) };
  return solve(sides, firstColors(sides), budget);
}

interface Budget {
  left: number;
  readonly step: number;
}

/** Refines, and if colors leave a choice, tries one node after the other. */
function solve(sides: Sides, colors: Colors, budget: Budget): readonly number[] | undefined {
  const stable = stableColors(sides, colors, budget);
  if (stable === undefined) return undefined;
  const [first, second] = [classesOf(stable[0]), classesOf(stable[1])];
  const choice = [...first].find(([, members]) => members.length > 1);
  if (choice === undefined) return stable[0].map((color) => second.get(color)?.[0] ?? 0);
  const [color, [chosen]] = choice;
  // Other colors are not negative, so this one is new.
  const apart = (side: readonly number[], node: number | undefined) =>
    side.map((own, index) => (index === node ? -2 : own));
  for (const candidate of second.get(color) ?? []) {
    const found = solve(sides, [apart(stable[0], chosen), apart(stable[1], candidate)], budget);
    if (found !== undefined || budget.left <= 0) return found;
  }
  return undefined;
}

/** The colors when further steps change nothing; undefined as soon as the sides have different colors. */
function stableColors(sides: Sides, colors: Colors, budget: Budget): Colors | undefined {
  let current = colors;
  let count = 0;
  for (;;) {
    const [first, second] = [classesOf(current[0]), classesOf(current[1])];
    if (first.size !== second.size) return undefined;
    for (const [color, members] of first) if (second.get(color)?.length !== members.length) return undefined;
    if (first.size === count) return current;
    count = first.size;
    budget.left -= budget.step;
    if (budget.left <= 0) return undefined;
    current = refined(sides, current);
  }
}
