/** How nodes look in the terminal and in pictures: one row per look, the only palette of workflows. */
import type { Style } from '../../define/view.ts';

interface Row {
  /** The color of its symbol on a terminal. */
  readonly terminal: keyof Style;
  /** Fill and border, on a white and on a dark background. */
  readonly light: readonly [fill: string, stroke: string];
  readonly dark: readonly [fill: string, stroke: string];
  /** https://graphviz.org/doc/info/shapes.html */
  readonly dot: string;
  /** The brackets around the text: https://mermaid.js.org/syntax/flowchart.html#node-shapes */
  readonly mermaid: readonly [open: string, close: string];
  /** Round corners in DOT; triggers and exits are round in SVG too. */
  readonly corners: 'square' | 'rounded' | 'round';
  /** A path in a square of 16 by 16, drawn with strokes because no font has these symbols everywhere. */
  readonly icon: string;
}

export const LOOKS = {
  trigger: {
    terminal: 'green',
    light: ['#e4f6ea', '#1f8a4c'],
    dark: ['#12301f', '#4cc47e'],
    dot: 'box',
    mermaid: ['([', '])'],
    corners: 'round',
    icon: 'M9 1.5L3.5 9H8L7 14.5L12.5 7H8z',
  },
  filter: {
    terminal: 'magenta',
    light: ['#fdf2d6', '#a86a00'],
    dark: ['#33270a', '#e0a83a'],
    dot: 'invtrapezium',
    mermaid: ['[\\', '/]'],
    corners: 'square',
    icon: 'M1.5 2.5H14.5L9.5 8.5V13.5L6.5 12V8.5z',
  },
  timer: {
    terminal: 'yellow',
    light: ['#eef1f6', '#5f6f85'],
    dark: ['#232b37', '#93a3ba'],
    dot: 'box',
    mermaid: ['(', ')'],
    corners: 'rounded',
    icon: 'M8 1.5A6.5 6.5 0 1 1 8 14.5A6.5 6.5 0 1 1 8 1.5M8 4.5V8L10.5 9.5',
  },
  email: {
    terminal: 'cyan',
    light: ['#e3eefe', '#2463c9'],
    dark: ['#142a4d', '#6ea5f7'],
    dot: 'box',
    mermaid: ['[', ']'],
    corners: 'square',
    icon: 'M2.5 3.5H13.5A1 1 0 0 1 14.5 4.5V11.5A1 1 0 0 1 13.5 12.5H2.5A1 1 0 0 1 1.5 11.5V4.5A1 1 0 0 1 2.5 3.5zM2 4.5L8 9L14 4.5',
  },
  branch: {
    terminal: 'magenta',
    light: ['#efe9fd', '#6d3fd1'],
    dark: ['#2a1f4a', '#a888f5'],
    dot: 'diamond',
    mermaid: ['{', '}'],
    corners: 'square',
    icon: 'M8 14.5V10.5L3 6V1.5M8 10.5L13 6V1.5M1 3.5L3 1.5L5 3.5M11 3.5L13 1.5L15 3.5',
  },
  experiment: {
    terminal: 'magenta',
    light: ['#fde6f1', '#b62874'],
    dark: ['#3d1730', '#f07db8'],
    dot: 'hexagon',
    mermaid: ['{{', '}}'],
    corners: 'square',
    icon: 'M6 1.5H10M6.5 1.5V6L2 13A1 1 0 0 0 2.9 14.5H13.1A1 1 0 0 0 14 13L9.5 6V1.5M4 10.5H12',
  },
  variant: {
    terminal: 'magenta',
    light: ['#fef3f8', '#b62874'],
    dark: ['#2b1823', '#f07db8'],
    dot: 'parallelogram',
    mermaid: ['[/', '/]'],
    corners: 'square',
    icon: 'M2.5 5.5H10.5V13.5H2.5zM5.5 2.5H13.5V10.5',
  },
  exit: {
    terminal: 'dim',
    light: ['#e3e7ed', '#3f4a5a'],
    dark: ['#2c333e', '#b3bdcb'],
    dot: 'box',
    mermaid: ['([', '])'],
    corners: 'round',
    icon: 'M4 3H12A1 1 0 0 1 13 4V12A1 1 0 0 1 12 13H4A1 1 0 0 1 3 12V4A1 1 0 0 1 4 3z',
  },
  /** A type that this program does not know. */
  unknown: {
    terminal: 'yellow',
    light: ['#ffffff', '#6b7686'],
    dark: ['#171c24', '#93a0b3'],
    dot: 'box',
    mermaid: ['[', ']'],
    corners: 'square',
    icon: 'M5 5A3 3 0 1 1 8 8V9.5M8 12.5V12.6',
  },
  /** An ID that a connection leads to and that does not exist. */
  missing: {
    terminal: 'red',
    light: ['#feecea', '#c2291c'],
    dark: ['#3a1613', '#f5786c'],
    dot: 'box',
    mermaid: ['[', ']'],
    corners: 'square',
    icon: 'M3.5 3.5L12.5 12.5M12.5 3.5L3.5 12.5',
  },
} as const satisfies Readonly<Record<string, Row>>;

export type Look = keyof typeof LOOKS;

/** The colors of a picture outside of its nodes, and of the text in them. */
export interface Theme {
  readonly name: 'light' | 'dark';
  readonly background: string;
  readonly ink: string;
  /** Descriptions and labels. */
  readonly dim: string;
  readonly edge: string;
}

/** Also for formats without dark mode: pale boxes with dark text are readable on any background. */
export const LIGHT: Theme = {
  name: 'light',
  background: '#ffffff',
  ink: '#1b2330',
  dim: '#5a6676',
  edge: '#8b97a8',
};

export const DARK: Theme = { name: 'dark', background: '#12161d', ink: '#e8ecf3', dim: '#9aa6b8', edge: '#6b788c' };
