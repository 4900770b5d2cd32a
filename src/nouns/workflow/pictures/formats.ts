/** The formats of workflow drawings, and the view that the flags of `workflow show` ask for. */
import type { RecordNames } from '../../../define/names.ts';
import type { View } from '../../../define/view.ts';
import { usage } from '../../../errors.ts';
import { toDot } from './dot.ts';
import { toHtml } from './html.ts';
import { toMermaid } from './mermaid.ts';
import { toSvg } from './svg.ts';

export const DRAWING_FORMATS = ['tree', 'mermaid', 'dot', 'svg', 'html'] as const;
export type DrawingFormat = (typeof DRAWING_FORMATS)[number];

type Draw = (workflow: unknown, names: RecordNames, unescaped: unknown) => string | Promise<string>;

const PICTURES: Readonly<Record<Exclude<DrawingFormat, 'tree'>, Draw>> = {
  mermaid: toMermaid,
  dot: toDot,
  svg: toSvg,
  html: toHtml,
};

/** The formats that browsers show as pictures. */
const FOR_BROWSERS: readonly DrawingFormat[] = ['svg', 'html'];

/** The view of a picture; undefined for the tree. Throws a `usage` failure for flags that can't be combined. */
export function pictureView(input: {
  readonly node?: string | undefined;
  readonly format?: DrawingFormat | undefined;
  readonly open: boolean;
}): View | undefined {
  const format = input.format ?? (input.open ? 'html' : 'tree');
  if (input.open && !FOR_BROWSERS.includes(format)) {
    throw usage(`--open can't be combined with --format ${format}.`, 'Use --format html or --format svg.');
  }
  if (format === 'tree') return undefined;
  if (input.node !== undefined) {
    const flag = input.format === undefined ? '--open' : `--format ${format}`;
    throw usage(
      `--node can't be combined with ${flag}.`,
      'A picture shows the whole workflow; the html page also shows the settings of each node.',
    );
  }
  return { kind: 'text', text: PICTURES[format], ...(input.open ? { openAs: `workflow.${format}` } : {}) };
}
