/** What differs between two versions of an email message, in lines for people. */
import { isRecord } from '../../define/json.ts';
import { diffLines } from '../../text/diff.ts';
import { type EmailMessage, FALLBACK_MAPS } from './operations.ts';

const FIELDS = [
  ['Subject', 'subject'],
  ['Preview text', 'previewText'],
  ['From name', 'fromName'],
  ['From email', 'fromEmail'],
  ['Reply to', 'replyToEmail'],
  ['CC', 'ccEmail'],
  ['BCC', 'bccEmail'],
  ['Language', 'languageCode'],
  ['Format', 'emailFormat'],
] as const;

/** The content of a message: what an update can change. */
export type Content = Partial<Omit<EmailMessage, 'id'>>;

const shown = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));

function fallbackLines(before: Content, after: Content): readonly string[] {
  return Object.entries(FALLBACK_MAPS).flatMap(([namespace, field]) => {
    const [old = {}, now = {}] = [before[field], after[field]].filter((map) => map === undefined || isRecord(map));
    const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
    return names
      .filter((name) => old[name] !== now[name])
      .map((name) => `Fallback of ${namespace}.${name}: ${shown(old[name])} -> ${shown(now[name])}`);
  });
}

/** Changed fields first, then the diff of the bodies. Empty for equal content. */
export async function contentDifferences(before: Content, after: Content): Promise<readonly string[]> {
  const fields = FIELDS.filter(([, field]) => before[field] !== after[field]).map(
    ([label, field]) => `${label}: ${shown(before[field])} -> ${shown(after[field])}`,
  );
  const body = await diffLines(`${before.lmx ?? ''}\n`, `${after.lmx ?? ''}\n`);
  return [...fields, ...fallbackLines(before, after), ...body];
}
