/** The formats that a workflow can be drawn in, and which view the flags ask for. What draws is loaded when it is needed. */
import type { View } from '../../../define/view.ts';
import { usage } from '../../../errors.ts';

const PICTURES = {
  mermaid: async (workflow) => (await import('./mermaid.ts')).toMermaid(workflow),
  dot: async (workflow) => (await import('./dot.ts')).toDot(workflow),
  svg: async (workflow) => (await import('./svg.ts')).toSvg(workflow),
  html: async (workflow) => (await import('./html.ts')).toHtml(workflow),
} as const satisfies Readonly<Record<string, (workflow: unknown) => Promise<string>>>;

export const DRAWING_FORMATS = ['tree', 'mermaid', 'dot', 'svg', 'html'] as const;
export type DrawingFormat = (typeof DRAWING_FORMATS)[number];

/** Those that a browser shows as pictures. */
const FOR_BROWSERS: readonly DrawingFormat[] = ['svg', 'html'];

/**
 * The view of a picture; undefined where the tree is meant. Opening alone means the page.
 * Throws a `usage` failure for flags that contradict each other.
 */
export function pictureView(input: {
  readonly node?: string | undefined;
  readonly format?: DrawingFormat | undefined;
  readonly open: boolean;
}): View | undefined {
  const format = input.format ?? (input.open ? 'html' : 'tree');
  if (input.open && !FOR_BROWSERS.includes(format)) {
    throw usage(`A browser does not show ${format}.`, 'Open it with --format html or --format svg.');
  }
  if (format === 'tree') return undefined;
  if (input.node !== undefined) {
    throw usage(
      `--node and ${input.format === undefined ? '--open' : `--format ${format}`} contradict each other.`,
      'A picture is of the whole workflow; the page shows the fields of each node.',
    );
  }
  return { kind: 'text', text: PICTURES[format], ...(input.open ? { openAs: `workflow.${format}` } : {}) };
}
