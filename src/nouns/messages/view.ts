/** An email message as people read it: its sender and subject, what it belongs to, and its text. */
import { isRecord, textOf, valueAt } from '../../define/json.ts';
import type { RecordNames } from '../../define/names.ts';
import type { Column, Display, View } from '../../define/view.ts';
import { hang } from '../../text/wrap.ts';
import { references } from '../ids.ts';
import { FALLBACK_MAPS } from './operations.ts';
import { bodyLines } from './words.ts';

const sender = (message: unknown): string => {
  const [name, address] = [textOf(valueAt(message, 'fromName')), textOf(valueAt(message, 'fromEmail'))];
  return name === '' ? address : `${name} <${address}>`;
};

const named = (id: unknown, names: RecordNames): string => {
  const name = names.of(id);
  return name === undefined ? textOf(id) : `${JSON.stringify(name)} (${textOf(id)})`;
};

/** What the message belongs to. The message of a workflow does not say to which. */
const parent = (message: unknown, { names }: Display): string => {
  const [campaign, transactional] = [valueAt(message, 'campaignId'), valueAt(message, 'transactionalId')];
  if (campaign !== undefined) return `campaign ${named(campaign, names)}`;
  return transactional === undefined ? 'a workflow' : `transactional email ${named(transactional, names)}`;
};

/** `contact.firstName = "there"`. */
const fallbacks = (message: unknown): string =>
  Object.entries(FALLBACK_MAPS)
    .flatMap(([namespace, field]) => {
      const map = valueAt(message, field);
      return isRecord(map)
        ? Object.entries(map).map(([name, value]) => `${namespace}.${name} = ${JSON.stringify(value)}`)
        : [];
    })
    .join(', ');

const warningLines = (message: unknown): string => {
  const warnings = valueAt(message, 'warnings');
  return Array.isArray(warnings) ? warnings.map((warning) => textOf(valueAt(warning, 'message'))).join(' ') : '';
};

type Line = readonly [label: string, text: (message: unknown, display: Display) => string];

const at = (path: string) => (message: unknown) => textOf(valueAt(message, path));

const LINES: readonly Line[] = [
  ['Subject', at('subject')],
  ['Preview text', at('previewText')],
  ['From', sender],
  ['Reply to', at('replyToEmail')],
  ['CC', at('ccEmail')],
  ['BCC', at('bccEmail')],
  ['Language', at('languageCode')],
  ['Format', at('emailFormat')],
  ['Belongs to', parent],
  ['Fallbacks', fallbacks],
  ['Warnings', warningLines],
  ['Updated', (message, display) => display.exactTime(valueAt(message, 'updatedAt'))],
  ['Revision', at('contentRevisionId')],
  ['ID', at('id')],
];

/** Fields that are shown even if they are empty. */
const ALWAYS = new Set(['Subject', 'Preview text', 'Revision']);

const LABEL_WIDTH = Math.max(...LINES.map(([label]) => label.length)) + 2;

function drawMessage(message: unknown, display: Display): string {
  const { style } = display;
  const fields = LINES.flatMap(([label, text]) => {
    const value = text(message, display);
    if (value === '' && !ALWAYS.has(label)) return [];
    const padded = style.bold(label) + ' '.repeat(LABEL_WIDTH - label.length);
    return [value === '' ? padded + style.dim('none') : hang(padded, value, display)];
  });
  // Line breaks were escaped with all other control characters.
  const lmx = textOf(valueAt(message, 'lmx')).replaceAll('\\n', '\n').replaceAll('\\t', ' ');
  const body = bodyLines(lmx).map((line) => hang('', line, display));
  return [...fields, '', ...(body.length === 0 ? [style.dim('The body is empty.')] : body)].join('\n');
}

const columns: readonly Column[] = [
  { heading: 'ID', path: 'id', kind: 'id' },
  { heading: 'Subject', path: 'subject' },
  { heading: 'Revision', path: 'contentRevisionId', kind: 'id' },
  { heading: 'Updated', path: 'updatedAt', kind: 'time' },
];

/** The records whose names the view shows. */
export const SHOWN = references('campaign', 'transactional email');

export const messageView: View = { kind: 'drawing', draw: drawMessage, columns, isRecord: true };
