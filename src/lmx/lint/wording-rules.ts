/** Hints about words: headings, buttons, leftovers, the subject. */
import { textIn } from '../plain-text.ts';
import type { LmxNode } from '../tree.ts';
import { type Rule, tagSpan, trimmedSpan, valueSpan } from './rule.ts';

/** In capitals: `todo` is a word in other languages. */
const LEFTOVER = /\b(?:TODO|TKTK|FIXME)\b|\b[Ll]orem [Ii]psum|\{\{/;
/** Finds out sooner that there is none. */
const LIKE_LEFTOVER = /TODO|TKTK|FIXME|orem [Ii]psum|\{\{/;
const EXAMPLE_LINK = /^https?:\/\/(?:www\.)?example\.(?:com|org|net)(?:[/?#:]|$)/i;
const UNSUBSCRIBE = /\bunsubscribe\b/i;
const POSTAL_ADDRESS = /[0-9] [A-Z][a-z]{1,20} (?:Street|St\.|Avenue|Ave\.|Road|Rd\.|Boulevard|Blvd\.|Lane|Drive)\b/;
const FANCY = /[—…→←⇒➔➜►▶]/;
const LONGEST_SUBJECT = 60;
const PREVIEW_TEXT = { min: 40, max: 90 };

const isLegal = (node: LmxNode): boolean =>
  node.kind === 'text' && (UNSUBSCRIBE.test(node.raw) || POSTAL_ADDRESS.test(node.raw));

const endsWithPeriod = (text: string): boolean => /[^.]\.$/.test(text.trim());

export const wordingRules: readonly Rule[] = [
  {
    name: 'heading-period',
    severity: 'hint',
    why: 'Headings have no period at the end.',
    fix: 'Remove the period.',
    tags: ['H1', 'H2', 'H3'],
    element: (element, report) => {
      if (endsWithPeriod(textIn(element.children))) report(tagSpan(element), 'The heading ends with a period.');
    },
  },
  {
    name: 'button-period',
    severity: 'hint',
    why: 'Buttons have no period at the end.',
    fix: 'Remove the period.',
    tags: ['Button'],
    element: (element, report) => {
      if (endsWithPeriod(textIn(element.children))) report(tagSpan(element), 'The button ends with a period.');
    },
  },
  {
    name: 'plain-typography',
    severity: 'hint',
    why: 'Long dashes, arrows and ellipses look machine-made.',
    fix: 'Write a comma, a period or words.',
    text: (text, report) => {
      const match = FANCY.exec(text.raw);
      if (match === null) return;
      const start = text.start + match.index;
      report({ start, end: start + match[0].length }, `“${match[0]}” is decoration.`);
    },
  },
  {
    name: 'legal-footer',
    severity: 'hint',
    why: 'Loops adds the postal address and the unsubscribe link.',
    fix: 'Remove them.',
    tags: ['Paragraph', 'Link', 'Button', 'Quote', 'ListItem'],
    element: (element, report) => {
      if (!element.children.some(isLegal)) return;
      report(tagSpan(element), 'Loops adds the postal address and the unsubscribe link itself.');
    },
  },
  {
    name: 'leftover',
    severity: 'hint',
    why: 'Placeholders are easy to miss.',
    fix: 'Replace the placeholder.',
    text: (text, report) => {
      const match = LIKE_LEFTOVER.test(text.raw) ? LEFTOVER.exec(text.raw) : null;
      if (match === null) return;
      const start = text.start + match.index;
      report({ start, end: start + match[0].length }, `“${match[0]}” was left over.`);
    },
    attributes: ['href'],
    attribute: (href, _, report) => {
      if (EXAMPLE_LINK.test(href.value)) report(valueSpan(href), 'The link leads to a placeholder address.');
    },
    tags: ['Link', 'Button', 'Image', 'Icon', 'Section'],
    element: (element, report) => {
      if (element.name === 'Link' && textIn(element.children).trim() === '') {
        report(tagSpan(element), 'The link has no text.');
      }
    },
  },
  {
    name: 'empty-button',
    severity: 'hint',
    why: 'A button without text cannot be understood.',
    fix: 'Write what happens.',
    tags: ['Button'],
    element: (element, report) => {
      const isEmpty = element.children.every(
        (node) => node.kind !== 'text' || trimmedSpan(node).end <= trimmedSpan(node).start,
      );
      if (isEmpty && element.children.every(({ kind }) => kind !== 'element'))
        report(tagSpan(element), 'The button has no text.');
    },
  },
  {
    name: 'subject',
    severity: 'hint',
    why: 'Phones cut long subjects.',
    fix: `Use at most ${LONGEST_SUBJECT} characters.`,
    document: ({ options: { subject } }, report) => {
      if (subject === undefined) return;
      const { length } = [...subject.trim()];
      if (length === 0) report({ start: 0, end: 0 }, 'The subject is empty.', { severity: 'warning' });
      else if (length > LONGEST_SUBJECT) report({ start: 0, end: 0 }, `The subject has ${length} characters.`);
    },
  },
  {
    name: 'preview-text',
    severity: 'hint',
    why: 'Without preview text, the list of emails shows the first words.',
    fix: `Use ${PREVIEW_TEXT.min} to ${PREVIEW_TEXT.max} characters.`,
    document: ({ options: { previewText } }, report) => {
      if (previewText === undefined) return;
      const { length } = [...previewText.trim()];
      if (length >= PREVIEW_TEXT.min && length <= PREVIEW_TEXT.max) return;
      report(
        { start: 0, end: 0 },
        length === 0 ? 'There is no preview text.' : `The preview text has ${length} characters.`,
      );
    },
  },
];
