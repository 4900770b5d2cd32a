/** Hints about the space between blocks. */
import { attributeOf, type Element, elementsIn, hasContent, type LmxNode, numberIn } from '../tree.ts';
import { type Report, type Rule, tagSpan } from './rule.ts';

const HEADINGS = ['H1', 'H2', 'H3'];

const isSpacer = ({ name, children }: Element): boolean =>
  name === 'Paragraph' &&
  children.every((child) => !hasContent(child) || (child.kind === 'element' && child.name === 'Br'));

const isComplementary = (one: Element, other: Element): boolean => {
  const condition = attributeOf(one, 'if');
  return condition !== undefined && condition === attributeOf(other, 'if');
};

const needsSpace = (one: Element, other: Element): boolean => {
  if (one.name === 'Section' && other.name === 'Section') return !isComplementary(one, other);
  return attributeOf(one, 'blockColor') !== undefined && attributeOf(other, 'blockColor') !== undefined;
};

function checkStyle(style: Element, report: Report): void {
  if (style.attributes.has('themeId')) return;
  const isWrong = ['bodyXPadding', 'bodyYPadding'].some((name) => {
    const padding = numberIn(style, name) ?? 0;
    return padding < 16 || padding > 32;
  });
  if (isWrong) report(tagSpan(style), 'bodyXPadding and bodyYPadding look best from 16 to 32.');
}

function checkBlock(block: Element, before: Element | undefined, after: Element | undefined, report: Report): void {
  if (HEADINGS.includes(block.name)) {
    const padding = numberIn(block, 'paddingTop') ?? 0;
    const isFirst = before === undefined || isSpacer(before);
    if (!isFirst && (padding < 24 || padding > 32)) {
      report(tagSpan(block), 'A heading needs space above.', { suggestion: 'paddingTop="24"' });
    }
  } else if (block.name === 'Button') {
    const isClose = ['paddingTop', 'paddingBottom'].some((name) => (numberIn(block, name) ?? 0) < 24);
    if (isClose) report(tagSpan(block), 'A button needs space.', { suggestion: 'paddingTop="24" paddingBottom="24"' });
  } else if (block.name === 'Image') {
    const isCaptioned = after?.name === 'Paragraph';
    if (!isCaptioned && (numberIn(block, 'paddingBottom') ?? 0) < 16) {
      report(tagSpan(block), 'An image needs space below.', { suggestion: 'paddingBottom="16"' });
    }
  }
  if (before !== undefined && needsSpace(before, block)) {
    report(tagSpan(block), 'Colored blocks touch each other.', { suggestion: '<Paragraph><Br /></Paragraph>' });
  }
}

function checkBlocks(nodes: readonly LmxNode[], report: Report): void {
  const blocks = elementsIn(nodes).filter(({ name }) => name !== 'Style');
  blocks.forEach((block, index) => {
    checkBlock(block, blocks[index - 1], blocks[index + 1], report);
  });
}

export const spacingRules: readonly Rule[] = [
  {
    name: 'spacing',
    severity: 'hint',
    why: 'Blocks without space between them look crowded.',
    fix: 'Add padding, or an empty Paragraph.',
    tags: ['Style', 'Section', 'ColumnItem', 'Component', 'For'],
    element: (element, report) => {
      if (element.name === 'Style') checkStyle(element, report);
      else checkBlocks(element.children, report);
    },
    document: ({ document }, report) => checkBlocks(document.children, report),
  },
];
