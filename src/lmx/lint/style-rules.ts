/** Hints about where blocks are and how attributes are written. */
import { sixDigits } from '../color.ts';
import { ancestors, attributeOf, type Element, hasContent } from '../tree.ts';
import { type Rule, tagSpan, valueSpan } from './rule.ts';

/** Usual font sizes. */
const SIZES: Readonly<Record<string, readonly [min: number, max: number]>> = {
  H1: [26, 36],
  H2: [20, 24],
  H3: [15, 17],
  Paragraph: [15, 18],
};

const STYLE_SIZES: Readonly<Record<string, string>> = {
  heading1FontSize: 'H1',
  heading2FontSize: 'H2',
  heading3FontSize: 'H3',
  textBaseFontSize: 'Paragraph',
};

const isColumn = (element: Element): boolean => {
  for (const { name } of ancestors(element)) if (name === 'ColumnItem') return true;
  return false;
};

export const styleRules: readonly Rule[] = [
  {
    name: 'heading-size',
    severity: 'hint',
    why: 'Sizes that differ clearly show what belongs together.',
    fix: 'Use a usual size.',
    tags: [...Object.keys(SIZES), 'Style'],
    attributes: ['fontSize', ...Object.keys(STYLE_SIZES)],
    attribute: (attribute, element, report) => {
      const tag = STYLE_SIZES[attribute.name] ?? element.name;
      const range = SIZES[tag];
      const size = Number(attribute.value);
      if (range === undefined || attribute.value === '' || Number.isNaN(size)) return;
      if (size >= range[0] && size <= range[1]) return;
      report(valueSpan(attribute), `${tag} is usually ${range[0]} to ${range[1]} px.`);
    },
  },
  {
    name: 'rounded-columns',
    severity: 'hint',
    why: 'Columns of different height show different boxes.',
    fix: 'Put blockColor and blockBorderRadius on Columns.',
    attributes: ['blockBorderRadius'],
    attribute: (radius, element, report) => {
      if (Number(radius.value) === 0 || !isColumn(element)) return;
      report({ start: radius.start, end: radius.end }, 'Rounded corners belong on Columns, not inside a column.');
    },
  },
  {
    name: 'icons-late',
    severity: 'hint',
    why: 'Icons of social networks distract from the content.',
    fix: 'Put Icons at the end.',
    document: ({ blocks }, report) => {
      for (const block of blocks.slice(0, -2)) {
        if (block.name === 'Icons') report(tagSpan(block), 'Icons are usually among the last two blocks.');
      }
    },
  },
  {
    name: 'few-dividers',
    severity: 'hint',
    why: 'Lines between all blocks separate nothing.',
    fix: 'Use space instead of most of the lines.',
    document: ({ blocks }, report) => {
      const dividers = blocks.filter(({ name }) => name === 'Divider');
      const [first] = dividers;
      if (first === undefined || dividers.length < 3) return;
      const others = blocks.filter(({ name }) => name !== 'Style').length - dividers.length;
      if (dividers.length * 2 <= others) return;
      report(tagSpan(first), `There are ${dividers.length} dividers for ${others} other blocks.`);
    },
  },
  {
    name: 'br-list',
    severity: 'hint',
    why: 'A list has correct indents, and screen readers announce it.',
    fix: 'Use UnorderedList.',
    tags: ['Paragraph'],
    element: (element, report) => {
      if (!element.children.some((node) => node.kind === 'element' && node.name === 'Br')) return;
      const lines = element.children.filter((node) => node.kind === 'text' && /^\s*[-*•·–]\s/.test(node.raw));
      if (lines.length > 1) report(tagSpan(element), 'This looks like a list.', { suggestion: 'UnorderedList' });
    },
  },
  {
    name: 'six-digits',
    severity: 'hint',
    why: 'Some email clients do not understand short colors.',
    fix: 'Write six digits.',
    types: ['color'],
    attribute: (attribute, _element, report) => {
      if (attribute.value.length !== 4) return;
      const color = sixDigits(attribute.value);
      if (color === undefined) return;
      const edit = { start: attribute.valueStart, end: attribute.valueEnd, text: color };
      report(valueSpan(attribute), `${attribute.value} has three digits.`, { suggestion: color, edit });
    },
  },
  {
    name: 'style-first',
    severity: 'hint',
    why: 'Style applies to the whole email, and Loops moves it to the top.',
    fix: 'Put Style first.',
    document: ({ document, blocks }, report) => {
      const style = blocks.find(({ name }) => name === 'Style');
      if (style === undefined || document.children.find(hasContent) === style) return;
      report(tagSpan(style), 'Style is not the first block.');
    },
  },
  {
    name: 'comment',
    severity: 'hint',
    why: 'Loops probably drops comments when it saves a document.',
    fix: 'Keep the file, and do not rely on comments in Loops.',
    document: ({ document }, report) => {
      const comment = document.text.includes('<!--') && document.children.find(({ kind }) => kind === 'comment');
      if (comment) report(comment, 'Loops probably drops comments.');
    },
  },
  {
    name: 'section-border',
    severity: 'hint',
    why: 'A border shows only with a width and a color.',
    fix: 'Add the other attribute.',
    tags: ['Section'],
    element: (element, report) => {
      const width = attributeOf(element, 'blockBorderWidth');
      const color = attributeOf(element, 'blockBorderColor');
      if ((width === undefined) === (color === undefined) || width === '0') return;
      const missing = width === undefined ? 'blockBorderWidth' : 'blockBorderColor';
      report(tagSpan(element), `The border does not show without ${missing}.`, { suggestion: `${missing}="…"` });
    },
  },
];
