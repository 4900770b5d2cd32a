/** The routes of connections between rows of boxes. */
import type { Box, Point } from './boxes.ts';

/** Half the height of each row of boxes, by the center of the row. */
export type Rows = ReadonlyMap<number, number>;

/** The row of a point in its center: the same number for all boxes of the row, whatever the rounding. */
export const rowAt = ({ y }: Point): number => Math.round(y * 10);

export function rowsOf(boxes: Iterable<Box>): Rows {
  const rows = new Map<number, number>();
  for (const box of boxes) rows.set(rowAt(box), Math.max(rows.get(rowAt(box)) ?? 0, box.height / 2));
  return rows;
}

/**
 * The points of a route from one box to another: straight through each row, at a gap that the layout has found (`between`).
 * There is nothing between rows, so the route may be drawn there as a curve that starts and ends vertically.
 */
export function routeOf(between: readonly Point[], from: Box, to: Box, rows: Rows): readonly Point[] {
  const ahead = to.y >= from.y ? 1 : -1;
  const through = between.flatMap(({ x, y }): Point[] => {
    const half = rows.get(rowAt({ x, y })) ?? 0;
    return half === 0
      ? [{ x, y }]
      : [
          { x, y: y - ahead * half },
          { x, y: y + ahead * half },
        ];
  });
  return [
    ...dock(from, ahead, through[0] ?? to, ahead, rows),
    ...through,
    ...dock(to, -ahead, through.at(-1) ?? from, ahead, rows).reverse(),
  ];
}

/** The route of a connection to its own node: out of the right side and back, within the gap between boxes. */
export function loopOf({ x, y, width, height }: Box): readonly Point[] {
  const [side, quarter] = [x + width / 2, height / 4];
  const out = side + 28;
  return [
    { x: side, y: y + quarter },
    { x: out, y: y + quarter },
    { x: out, y: y - quarter },
    { x: side, y: y - quarter },
  ];
}

/** How far a route continues vertically beyond its row, so that arrows are vertical. */
const STEM = 7;

/**
 * Where a route meets the lower side (1) or the upper side (-1) of a box, and the edge of the row before that. Routes that lead
 * up (`ahead` is -1) keep away from the center, where the others are.
 */
function dock(box: Box, side: number, towards: Point, ahead: number, rows: Rows): Point[] {
  const x = ahead === 1 ? box.x : box.x + (towards.x < box.x ? -box.width : box.width) / 4;
  const edgeOfRow = rows.get(rowAt(box)) ?? box.height / 2;
  return [
    { x, y: box.y + (side * box.height) / 2 },
    { x, y: box.y + side * (edgeOfRow + STEM) },
  ];
}
