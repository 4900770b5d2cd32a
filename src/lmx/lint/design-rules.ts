/** Hints about the design: contrast, spacing, headings. */
import { type ContrastOf, isVivid } from '../color.ts';
import { backgroundOf, styleElement, textStylesOf } from '../computed-styles.ts';
import { attributeOf, type Element, hasContent, type LmxNode, numberIn } from '../tree.ts';
import { type Report, type Rule, type Subject, tagSpan, valueSpan } from './rule.ts';

const TEXT_BLOCKS = ['H1', 'H2', 'H3', 'Paragraph', 'Quote', 'ListItem'];
const HEADINGS = ['H1', 'H2', 'H3'];
const READABLE = 4.5;
const READABLE_IF_LARGE = 3;
const LARGE_PX = 18;
const SMALLEST_TARGET_PX = 44;

/** A color with what it is on; silent where one of them is not known. */
function checkContrast(
  report: Report,
  contrastOf: ContrastOf,
  at: Element,
  color: string | undefined,
  background: string | undefined,
  isLarge: () => boolean,
): void {
  if (color === undefined || background === undefined) return;
  const contrast = contrastOf(color, background);
  if (contrast === undefined || contrast >= READABLE) return;
  const least = isLarge() ? READABLE_IF_LARGE : READABLE;
  if (contrast >= least) return;
  // Rounded down: 4.46 is not 4.5.
  const shown = (Math.floor(contrast * 10) / 10).toFixed(1);
  report(tagSpan(at), `The contrast of ${color} on ${background} is ${shown}:1; readable is ${least}:1.`);
}

const isVisibleText = (node: LmxNode): boolean => node.kind === 'text' && hasContent(node);

/** The color of the text in each inline element, from the outside in. */
function checkText(report: Report, block: Element, { styleOf, contrastOf, bodyBackground }: Subject): void {
  const background = backgroundOf(block, bodyBackground);
  if (background === undefined) return;
  const names = textStylesOf(block.name);
  const isLarge = (): boolean => {
    const size = numberIn(block, 'fontSize') ?? Number(styleOf(names.fontSize) ?? 0);
    return size >= LARGE_PX || (size === 0 && HEADINGS.includes(block.name));
  };
  const visit = (nodes: readonly LmxNode[], color: string | undefined, owner: Element): void => {
    if (nodes.some(isVisibleText)) checkContrast(report, contrastOf, owner, color, background, isLarge);
    for (const child of nodes) {
      if (child.kind !== 'element' || child.tag?.isInline !== true) continue;
      const own = attributeOf(child, 'textColor');
      const inherited = child.name === 'Link' ? styleOf('textLinkColor') : color;
      visit(child.children, own ?? inherited, child);
    }
  };
  visit(block.children, styleOf(names.color), block);
}

function checkIcons(report: Report, icons: Element, { contrastOf, bodyBackground }: Subject): void {
  const background = backgroundOf(icons, bodyBackground);
  checkContrast(report, contrastOf, icons, attributeOf(icons, 'color'), background, () => true);
}

function checkButton(report: Report, button: Element, { styleOf, contrastOf }: Subject): void {
  const color = attributeOf(button, 'textColor') ?? (styleOf('buttonTextColor') || styleOf('textBaseColor'));
  const background = attributeOf(button, 'bgColor') ?? styleOf('buttonBodyColor');
  const isLarge = (): boolean =>
    (numberIn(button, 'fontSize') ?? Number(styleOf('buttonTextFontSize') ?? 0)) >= LARGE_PX;
  checkContrast(report, contrastOf, button, color, background === '' ? undefined : background, isLarge);
}

export const designRules: readonly Rule[] = [
  {
    name: 'contrast',
    severity: 'hint',
    why: 'Text with little contrast is hard to read.',
    fix: 'Choose a darker or lighter color.',
    tags: [...TEXT_BLOCKS, 'Button', 'Icons'],
    element: (element, report, subject) => {
      const check = element.name === 'Icons' ? checkIcons : element.name === 'Button' ? checkButton : checkText;
      check(report, element, subject);
    },
  },
  {
    name: 'alt',
    severity: 'hint',
    why: 'Screen readers read alt, and email clients show it in place of the image.',
    fix: 'Describe the image, or write alt="" for decoration.',
    tags: ['Image'],
    element: (element, report) => {
      if (!element.attributes.has('alt')) report(tagSpan(element), 'The image has no alt.', { suggestion: 'alt="…"' });
    },
  },
  {
    name: 'image-scale',
    severity: 'hint',
    why: 'Screens with a high resolution show two pixels of the file per pixel of width. Only images with a local file are checked.',
    fix: 'Upload a larger image, or reduce width.',
    tags: ['Image'],
    attributes: ['width'],
    attribute: (width, image, report, { options: { imageWidths } }) => {
      const actual = imageWidths?.get(attributeOf(image, 'src') ?? '');
      const wanted = 2 * Number(width.value);
      if (actual === undefined || !(actual < wanted)) return;
      report(valueSpan(width), `The file is ${actual} px wide; ${wanted} px look sharp at this width.`);
    },
  },
  {
    name: 'one-h1',
    severity: 'hint',
    why: 'H1 is the title of the email.',
    fix: 'Use H2 for parts.',
    document: ({ blocks }, report) => {
      const [, ...others] = blocks.filter(({ name }) => name === 'H1');
      for (const heading of others) report(tagSpan(heading), 'There is more than one H1.', { suggestion: 'H2' });
    },
  },
  {
    name: 'heading-order',
    severity: 'hint',
    why: 'Screen readers list headings by their level.',
    fix: 'Use the next level.',
    document: ({ blocks }, report) => {
      let level = 0;
      for (const block of blocks) {
        const next = HEADINGS.indexOf(block.name) + 1;
        if (next === 0) continue;
        if (level > 0 && next > level + 1) {
          report(tagSpan(block), `${block.name} follows H${level}: a level is skipped.`, {
            suggestion: `H${level + 1}`,
          });
        }
        level = next;
      }
    },
  },
  {
    name: 'body-colors',
    severity: 'hint',
    why: 'Without colors or a theme, the email depends on the default theme.',
    fix: 'Set themeId, or bodyColor and backgroundColor.',
    document: ({ document, options }, report) => {
      if (options.kind === 'component') return;
      const style = styleElement(document);
      if (
        style?.attributes.has('themeId') ||
        ['bodyColor', 'backgroundColor'].every((name) => style?.attributes.has(name))
      ) {
        return;
      }
      const suggestion = 'bodyColor="#ffffff" backgroundColor="#f1f5f9"';
      report(style === undefined ? { start: 0, end: 0 } : tagSpan(style), 'Style sets no colors and no theme.', {
        suggestion,
      });
    },
  },
  {
    name: 'tap-target',
    severity: 'hint',
    why: 'A button that is too low is hard to tap.',
    fix: 'Add innerYPadding.',
    tags: ['Button'],
    element: (element, report, { styleOf }) => {
      const size = numberIn(element, 'fontSize') ?? Number(styleOf('buttonTextFontSize'));
      const padding = numberIn(element, 'innerYPadding') ?? Number(styleOf('buttonBodyYPadding'));
      const height = size * 1.5 + 2 * padding;
      if (height >= SMALLEST_TARGET_PX || Number.isNaN(height)) return;
      report(
        tagSpan(element),
        `The button is ${Math.round(height)} px high; at least ${SMALLEST_TARGET_PX} px are easy to tap.`,
      );
    },
  },
  {
    name: 'code-color',
    severity: 'hint',
    why: 'The text of a CodeBlock has no color of its own.',
    fix: 'Use a light gray.',
    tags: ['CodeBlock'],
    attributes: ['blockColor'],
    attribute: (color, _, report) => {
      if (!isVivid(color.value)) return;
      report(valueSpan(color), 'Code is hard to read on this color.', { suggestion: '#f1f5f9' });
    },
  },
];
