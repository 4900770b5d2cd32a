/**
 * Colour refinement: nodes of two graphs get the same colour as long as nothing within some steps of them differs.
 * Source: Weisfeiler and Leman, "The reduction of a graph to canonical form and the algebra which appears therein", 1968.
 */
import { NOWHERE, type Side } from './side.ts';

export type Sides = readonly [Side, Side];
/** A number a node, for both sides. */
export type Colours = readonly [readonly number[], readonly number[]];

/** Numbers texts: equal texts get equal numbers. */
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

/** Equal colours for equal contents; the beginning of the workflow is apart. */
export function firstColours(sides: Sides): Colours {
  const number = numbering();
  return both(sides, ({ contents, root }) =>
    contents.map((content, index) => number(`${index === root ? 'root' : ''}${content}`)),
  );
}

/** One step: equal colours stay equal where what follows (in order) and what leads here has equal colours too. */
export function refined(sides: Sides, colours: Colours): Colours {
  const number = numbering();
  return both(sides, ({ next, sources }, which) => {
    const own = colours[which];
    const of = (index: number): number => (index === NOWHERE ? NOWHERE : (own[index] ?? NOWHERE));
    return own.map((colour, index) => {
      const before = (sources[index] ?? []).map(of).sort((a, b) => a - b);
      return number(`${colour};${(next[index] ?? []).map(of).join()};${before.join()}`);
    });
  });
}

/** The nodes of each colour. */
export function classesOf(colours: readonly number[]): ReadonlyMap<number, readonly number[]> {
  const classes = new Map<number, number[]>();
  colours.forEach((colour, index) => {
    const members = classes.get(colour);
    if (members === undefined) classes.set(colour, [index]);
    else members.push(index);
  });
  return classes;
}
