/** Whether two graphs are the same but for the names of their nodes. */
import { type Colours, classesOf, firstColours, refined, type Sides } from './colours.ts';

/**
 * How many nodes and connections are looked at before it gives up: graphs can be made on purpose for which nobody knows a
 * quick answer. 300 equal nodes that nothing connects take a third of it.
 */
const BUDGET = 1_000_000;

/**
 * For each node of the first side the one of the second that has the same content and place; undefined where the sides
 * differ, or where that could not be found out within the budget.
 */
export function isomorphism(sides: Sides): readonly number[] | undefined {
  const [a, b] = sides;
  if (a.ids.length !== b.ids.length) return undefined;
  const connections = a.next.reduce((sum, targets) => sum + targets.length, 0);
  const budget = { left: BUDGET, step: 2 * (a.ids.length + 2 * connections) };
  return solve(sides, firstColours(sides), budget);
}

interface Budget {
  left: number;
  /** What one step of refinement costs. */
  readonly step: number;
}

/** Refines, and where colours leave a choice tries one node after the other. */
function solve(sides: Sides, colours: Colours, budget: Budget): readonly number[] | undefined {
  const stable = stableColours(sides, colours, budget);
  if (stable === undefined) return undefined;
  const [first, second] = [classesOf(stable[0]), classesOf(stable[1])];
  const choice = [...first].find(([, members]) => members.length > 1);
  if (choice === undefined) return stable[0].map((colour) => second.get(colour)?.[0] ?? 0);
  const [colour, [chosen]] = choice;
  // No colour is negative: this one is new.
  const apart = (side: readonly number[], node: number | undefined) =>
    side.map((own, index) => (index === node ? -2 : own));
  for (const candidate of second.get(colour) ?? []) {
    const found = solve(sides, [apart(stable[0], chosen), apart(stable[1], candidate)], budget);
    if (found !== undefined || budget.left <= 0) return found;
  }
  return undefined;
}

/** The colours when a further step tells no more nodes apart; undefined as soon as the sides have different ones. */
function stableColours(sides: Sides, colours: Colours, budget: Budget): Colours | undefined {
  let current = colours;
  let count = 0;
  for (;;) {
    const [first, second] = [classesOf(current[0]), classesOf(current[1])];
    if (first.size !== second.size) return undefined;
    for (const [colour, members] of first) if (second.get(colour)?.length !== members.length) return undefined;
    if (first.size === count) return current;
    count = first.size;
    budget.left -= budget.step;
    if (budget.left <= 0) return undefined;
    current = refined(sides, current);
  }
}
