/**
 * Color refinement: nodes of two graphs have the same color as long as nothing within some steps of them differs.
 * Source: Weisfeiler and Leman, "The reduction of a graph to canonical form and the algebra which appears therein", 1968.
 */
import { NOWHERE, type Side, type Sides } from './sides.ts';

/** A number per node, for both sides. */
export type Colors = readonly [readonly number[], readonly number[]];

/** Assigns equal numbers to equal texts. */
function numbering(): (text: string) => number {
  const numbers = new Map<string, number>();
  return (text) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
}

const both = <Item>([a, b]: Sides, make: (side: Side, which: 0 | 1) => Item): readonly [Item, Item] => [
  make(a, 0),
  make(b, 1),
];

/** Equal colors for equal contents; the trigger has a color of its own. */
export function firstColors(sides: Sides): Colors {
  const number = numbering();
  return both(sides, ({ contents, root }) =>
    contents.map((content, index) => number(`${index === root ? 'root' : ''}${content}`)),
  );
}

/** One step: equal colors stay equal if the next nodes (in order) and the previous nodes have equal colors too. */
export function refined(sides: Sides, colors: Colors): Colors {
  const number = numbering();
  return both(sides, ({ next, sources }, which) => {
    const own = colors[which];
    const of = (index: number): number => (index === NOWHERE ? NOWHERE : (own[index] ?? NOWHERE));
    return own.map((color, index) => {
      const before = (sources[index] ?? []).map(of).sort((a, b) => a - b);
      return number(`${color};${(next[index] ?? []).map(of).join()};${before.join()}`);
    });
  });
}

export function classesOf(colors: readonly number[]): ReadonlyMap<number, readonly number[]> {
  const classes = new Map<number, number[]>();
  colors.forEach((color, index) => {
    const members = classes.get(color);
    if (members === undefined) classes.set(color, [index]);
    else members.push(index);
  });
  return classes;
}
