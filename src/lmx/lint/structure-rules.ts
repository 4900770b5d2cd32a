/** Rules about what is well-formed and which element may be where. */
import { nearest } from '../nearest.ts';
import type { Tag } from '../tag.ts';
import { TAGS } from '../tags.ts';
import { ancestors, attributeOf, type Element, hasContent, type LmxNode } from '../tree.ts';
import { TAG_SUGGESTIONS } from '../usual-mistakes.ts';
import { type Rule, tagSpan, trimmedSpan } from './rule.ts';

const LARGEST_BYTES = 102_400;
const LARGE_BYTES = 100_000;
const KIB = 1024;

const suggestedTag = (name: string): string | undefined => {
  const lower = name.toLowerCase();
  return Object.hasOwn(TAG_SUGGESTIONS, lower) ? TAG_SUGGESTIONS[lower] : nearest(name, Object.keys(TAGS));
};

const isAllowed = (child: string, childTag: Tag, { content, except, children }: Tag): boolean => {
  if (children?.includes(child)) return true;
  if (content === 'inline') return childTag.isInline === true;
  return content === 'blocks' && childTag.isBlock && except?.includes(child) !== true;
};

/** The elements that each tag may contain. */
const ALLOWED: ReadonlyMap<Tag, ReadonlySet<Tag>> = new Map(
  Object.values(TAGS).map((tag) => [
    tag,
    new Set(Object.entries(TAGS).flatMap(([name, child]) => (isAllowed(name, child, tag) ? child : []))),
  ]),
);

const CONTENT_WORDS: Readonly<Record<Tag['content'], string>> = {
  inline: 'text, variables and inline tags',
  text: 'text and variables',
  raw: 'text',
  none: 'nothing',
  blocks: 'blocks',
  elements: '',
};

const contentOf = ({ content, children }: Tag): string =>
  content === 'elements' ? (children ?? []).join(', ') : CONTENT_WORDS[content];

const mayHaveText = ({ content }: Tag): boolean => content === 'inline' || content === 'text' || content === 'raw';

const isNestedDirectly = ({ name, parent }: Element): boolean =>
  parent?.name === name || (name === 'Columns' && parent?.name === 'ColumnItem');

const between = ([min, max]: readonly [number, number]): string =>
  max === Number.POSITIVE_INFINITY ? `at least ${min}` : `${min} to ${max}`;

const isTopLevelMistake = (node: LmxNode): boolean =>
  node.kind === 'text' ? hasContent(node) : node.kind === 'element' && node.tag?.isBlock === false;

const required = new Map(
  Object.entries(TAGS).flatMap(([name, { attributes }]) => {
    const names = Object.keys(attributes).filter((attribute) => attributes[attribute]?.required === true);
    return names.length === 0 ? [] : [[name, names] as const];
  }),
);

export const structureRules: readonly Rule[] = [
  {
    name: 'xml',
    severity: 'error',
    why: 'LMX is XML: Loops rejects a document that is not well-formed.',
    fix: 'Close every tag, put values in quotes, and write & as &amp; and < as &lt;.',
    document: ({ document }, report) => {
      for (const { start, end, message, suggestion, isGuess, isCertain } of document.problems) {
        const edit = isCertain && suggestion !== undefined ? { start, end, text: suggestion } : undefined;
        report({ start, end }, message, { suggestion, isGuess, edit });
      }
    },
  },
  {
    name: 'size',
    severity: 'error',
    why: 'Loops rejects documents of more than 100 KB.',
    fix: 'Shorten the text, or move parts into components.',
    document: ({ document: { text } }, report) => {
      // A code unit is at most three bytes.
      if (text.length * 3 <= LARGE_BYTES) return;
      const bytes = new TextEncoder().encode(text).length;
      const size = `The document has ${(bytes / KIB).toFixed(1)} KB`;
      if (bytes > LARGEST_BYTES) report({ start: 0, end: 0 }, `${size}; 100 KB are allowed.`);
      else if (bytes > LARGE_BYTES)
        report({ start: 0, end: 0 }, `${size}, close to the limit.`, { severity: 'warning' });
    },
  },
  {
    name: 'top-level',
    severity: 'error',
    why: 'Only blocks may be at the top level.',
    fix: 'Put text and inline tags into a Paragraph.',
    document: ({ document }, report) => {
      for (const node of document.children) {
        if (!isTopLevelMistake(node)) continue;
        if (node.kind === 'text') {
          const text = node.raw.trim();
          const suggestion = text.length > 80 ? undefined : `<Paragraph>${text}</Paragraph>`;
          report(trimmedSpan(node), 'Text must be inside a block.', { suggestion });
        } else if (node.kind === 'element') {
          report(tagSpan(node), `${node.name} cannot be at the top level.`);
        }
      }
    },
  },
  {
    name: 'unknown-tag',
    severity: 'error',
    why: 'Loops rejects tags that it does not know.',
    fix: 'Use one of the tags that `loopsctl schema lmx` lists.',
    tags: ['unknown'],
    element: (element, report) => {
      const span = { start: element.start + 1, end: element.start + 1 + element.name.length };
      report(span, `Unknown tag ${element.name}.`, { suggestion: suggestedTag(element.name) });
    },
  },
  {
    name: 'child',
    severity: 'error',
    why: 'Each tag has its own content.',
    fix: 'Move the content to where it is allowed.',
    tags: Object.keys(TAGS),
    element: (element, report) => {
      const { tag } = element;
      if (tag === undefined || element.children.length === 0) return;
      const allowed = ALLOWED.get(tag);
      const hasText = mayHaveText(tag);
      for (const child of element.children) {
        if (child.kind === 'text') {
          if (hasText || !hasContent(child)) continue;
          report(trimmedSpan(child), `Text is not allowed in ${element.name}, which contains ${contentOf(tag)}.`);
        } else if (child.kind === 'element') {
          const childTag = child.tag;
          if (childTag === undefined || allowed?.has(childTag)) continue;
          const message =
            child.name === element.name
              ? `${child.name} cannot be inside another ${child.name}.`
              : `${child.name} is not allowed in ${element.name}, which contains ${contentOf(tag)}.`;
          report(tagSpan(child), message);
        }
      }
    },
  },
  {
    name: 'deep-nesting',
    severity: 'warning',
    why: 'Loops forbids these elements inside each other. Whether that includes elements between them is not documented.',
    fix: 'Move the inner element out.',
    tags: ['Section', 'Columns', 'Component'],
    element: (element, report) => {
      if (isNestedDirectly(element)) return;
      for (const outer of ancestors(element)) {
        if (outer.name !== element.name) continue;
        report(tagSpan(element), `${element.name} is inside another ${element.name}.`);
        return;
      }
    },
  },
  {
    name: 'count',
    severity: 'error',
    why: 'Lists, columns and icons need a certain number of items.',
    fix: 'Add or remove items.',
    tags: Object.keys(TAGS).filter((name) => TAGS[name]?.count !== undefined),
    element: (element, report) => {
      const { count, children = [] } = element.tag ?? {};
      if (count === undefined) return;
      let actual = 0;
      for (const child of element.children) if (child.kind === 'element' && children.includes(child.name)) actual++;
      if (actual >= count[0] && actual <= count[1]) return;
      report(tagSpan(element), `${element.name} needs ${between(count)} ${children.join(' or ')}, and has ${actual}.`);
    },
  },
  {
    name: 'style-count',
    severity: 'error',
    why: 'A document has at most one Style.',
    fix: 'Merge the attributes into the first Style.',
    document: ({ blocks }, report) => {
      const [, ...others] = blocks.filter(({ name }) => name === 'Style');
      for (const style of others) report(tagSpan(style), 'A document can have only one Style.');
    },
  },
  {
    name: 'component-style',
    severity: 'warning',
    why: 'A component has the styles of the email that contains it.',
    fix: 'Remove Style, or put it into the email.',
    document: ({ blocks, options }, report) => {
      if (options.kind !== 'component') return;
      const style = blocks.find(({ name }) => name === 'Style');
      if (style !== undefined) report(tagSpan(style), 'Style in a component probably has no effect.');
    },
  },
  {
    name: 'required',
    severity: 'error',
    why: 'Some attributes are required.',
    fix: 'Add the attribute.',
    tags: [...required.keys()],
    element: (element, report) => {
      for (const name of required.get(element.name) ?? []) {
        const value = attributeOf(element, name);
        if (value !== undefined && value !== '') continue;
        const state = value === undefined ? 'has no' : 'has an empty';
        report(tagSpan(element), `${element.name} ${state} ${name}.`, { suggestion: `${name}="…"` });
      }
    },
  },
];
