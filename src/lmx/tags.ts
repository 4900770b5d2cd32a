/** The tags of LMX with their content and attributes: the one description that everything else reads. */
import {
  ALIGN,
  type AttributeRule,
  BLOCK,
  choice,
  color,
  FONT_SIZE,
  flag,
  guessed,
  HREF,
  LINE_HEIGHT,
  NOTRACK,
  number,
  text,
  withVariables,
} from './attributes.ts';
import { STYLE_ATTRIBUTES } from './styles.ts';
import type { Tag } from './tag.ts';

const textBlock = (does: string): Tag => ({
  content: 'inline',
  isBlock: true,
  attributes: { fontSize: FONT_SIZE, lineHeight: LINE_HEIGHT, align: ALIGN, ...BLOCK },
  does,
});

const inline = (does: string): Tag => ({
  content: 'inline',
  isBlock: false,
  isInline: true,
  attributes: { textColor: color('Color of the text') },
  does,
});

const LISTS = ['OrderedList', 'UnorderedList'];

export const TAGS: Readonly<Record<string, Tag>> = {
  Style: {
    content: 'none',
    isBlock: true,
    attributes: STYLE_ATTRIBUTES,
    does: 'Styles of the whole email; at most one',
  },
  H1: textBlock('Heading'),
  H2: textBlock('Heading of a part'),
  H3: textBlock('Heading of a smaller part'),
  Paragraph: textBlock('Text'),
  Quote: textBlock('Quotation'),
  CodeBlock: {
    content: 'raw',
    isBlock: true,
    attributes: { fontSize: FONT_SIZE, lineHeight: LINE_HEIGHT, ...BLOCK },
    does: 'Literal text: braces and tags mean nothing',
  },
  Button: {
    content: 'text',
    isBlock: true,
    attributes: {
      href: HREF,
      bgColor: color('Background'),
      textColor: color('Color of the text'),
      borderColor: color('Color of the border'),
      borderRadius: number(0, 999, 'Radius of the corners'),
      borderWidth: number(0, 16, 'Width of the border'),
      innerXPadding: number(0, 100, 'Space inside at the left and right'),
      innerYPadding: number(0, 100, 'Space inside above and below'),
      fontSize: number(6, 64, 'Font size'),
      align: ALIGN,
      notrack: NOTRACK,
      textFormat: { ...guessed(0, 15, 'Emphasis as a bit mask', 'number'), isOld: true },
      ...BLOCK,
    },
    does: 'Link as a button',
  },
  Image: {
    content: 'none',
    isBlock: true,
    attributes: {
      src: { ...text('Address of an uploaded image'), required: true },
      alt: withVariables('Text in place of the image; empty for decoration'),
      href: HREF,
      width: number(12, 600, 'Width'),
      align: ALIGN,
      borderRadius: number(0, 999, 'Radius of the corners'),
      borderWidth: number(0, 16, 'Width of the border'),
      borderColor: color('Color of the border'),
      dynamicSrc: withVariables('Address with variables of the image that recipients see'),
      notrack: NOTRACK,
      emailAssetId: { ...text('ID of an upload'), isOld: true },
      ...BLOCK,
    },
    does: 'Image',
  },
  Divider: {
    content: 'none',
    isBlock: true,
    attributes: {
      align: ALIGN,
      width: number(10, 100, 'Width', 'percent'),
      borderWidth: number(1, 16, 'Thickness'),
      color: color('Color'),
      size: { ...choice('Thickness', 'small', 'medium', 'large'), isOld: true },
      ...BLOCK,
    },
    does: 'Horizontal line',
  },
  OrderedList: {
    content: 'elements',
    children: ['ListItem'],
    count: [1, Number.POSITIVE_INFINITY],
    isBlock: true,
    attributes: { start: guessed(0, 1_000_000, 'Number of the first item', 'number'), align: ALIGN },
    does: 'Numbered list',
  },
  UnorderedList: {
    content: 'elements',
    children: ['ListItem'],
    count: [1, Number.POSITIVE_INFINITY],
    isBlock: true,
    attributes: { align: ALIGN },
    does: 'List with bullets',
  },
  ListItem: {
    content: 'inline',
    children: LISTS,
    isBlock: false,
    attributes: { fontSize: FONT_SIZE, lineHeight: LINE_HEIGHT, ...BLOCK },
    does: 'Item of a list',
  },
  Columns: {
    content: 'elements',
    children: ['ColumnItem'],
    count: [2, 4],
    isBlock: true,
    attributes: {
      gap: number(12, 150, 'Space between columns'),
      widths: { type: { kind: 'widths' }, does: 'Percentages, one per column, with a sum of 100' },
      verticalAlignment: choice('Vertical alignment', 'top', 'middle', 'bottom'),
      stackOnMobile: flag('Columns are below each other on phones'),
      reverseOnMobile: flag('The last column is the first on phones'),
      ...BLOCK,
    },
    does: 'Two to four columns',
  },
  ColumnItem: {
    content: 'blocks',
    except: ['Style', 'Columns'],
    isBlock: false,
    attributes: {
      verticalAlignment: { ...choice('Vertical alignment', 'top', 'middle', 'bottom'), isUndocumented: true },
    },
    does: 'One of the columns',
  },
  Section: {
    content: 'blocks',
    except: ['Style', 'Section'],
    isBlock: true,
    attributes: {
      href: HREF,
      notrack: NOTRACK,
      blockColor: BLOCK['blockColor'] ?? color(''),
      blockBorderRadius: BLOCK['blockBorderRadius'] ?? color(''),
      blockBorderWidth: guessed(0, 999, 'Width of the border; needs blockBorderColor'),
      blockBorderColor: color('Color of the border; needs blockBorderWidth'),
      if: { ...text('Condition: exactly one variable'), variables: 'one' },
      ifOperation: text('How the variable is compared; not_empty without it'),
      ifValue: text('What the variable is compared with'),
      ...BLOCK,
    },
    does: 'Blocks that share a background, a border or a condition',
  },
  Component: {
    content: 'blocks',
    except: ['Style', 'Component'],
    isBlock: true,
    attributes: { componentId: { ...text('ID of the component'), required: true }, ...BLOCK },
    does: 'Shared blocks; its own content replaces them in this email',
  },
  Icons: {
    content: 'elements',
    children: ['Icon'],
    count: [1, 100],
    isBlock: true,
    attributes: {
      align: ALIGN,
      gap: number(4, 200, 'Space between icons'),
      size: number(18, 48, 'Size of the icons'),
      color: choice('Color of the icons', '#000000', '#808080', '#ffffff'),
      ...BLOCK,
    },
    does: 'Row of icons',
  },
  Icon: {
    content: 'none',
    isBlock: false,
    attributes: {
      name: { ...text('Name of a Font Awesome icon'), required: true },
      href: text('Where a click leads; no variables'),
      notrack: NOTRACK,
    },
    does: 'Icon with a link',
  },
  For: {
    content: 'blocks',
    except: ['Style'],
    isBlock: true,
    isOld: true,
    attributes: { variable: { ...text('The array: exactly one variable'), required: true, variables: 'one' } },
    does: 'Blocks for each item of an array; whether Loops still accepts it is not certain',
  },
  Br: { content: 'none', isBlock: false, isInline: true, attributes: {}, does: 'Line break' },
  Strong: inline('Bold'),
  Em: inline('Italic'),
  Underline: inline('Underlined'),
  Strike: inline('Struck through'),
  Code: inline('Code'),
  Text: inline('Text with a color'),
  Link: {
    content: 'inline',
    isBlock: false,
    isInline: true,
    attributes: { href: { ...HREF, required: true }, notrack: NOTRACK },
    does: 'Link; for a color, put Text inside',
  },
};

/** A tag, and its attributes by their names: also for names such as `constructor`. */
export interface KnownTag {
  readonly tag: Tag;
  readonly rules: ReadonlyMap<string, AttributeRule>;
}

const byName: ReadonlyMap<string, KnownTag> = new Map(
  Object.entries(TAGS).map(([name, tag]) => [name, { tag, rules: new Map(Object.entries(tag.attributes)) }]),
);

export const knownTag = (name: string): KnownTag | undefined => byName.get(name);
