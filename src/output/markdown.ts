/** Tables in GitHub Flavored Markdown. Source: https://github.github.com/gfm/#tables-extension- */
import type { Column, Display } from '../define/view.ts';
import { cellText } from './cell.ts';

/** Text that stays text: no row or cell ends early, and nothing becomes a link, an image or HTML. */
const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>|#!~&]/g, (character) => `\\${character}`)
    // A name such as @user or www.example.com would become a mention or a link.
    .replace(/@|:\/\/|\bwww\./gi, (part) => `${part.slice(0, 1)}\u2060${part.slice(1)}`);

const isRightAligned = ({ kind }: Column): boolean => kind === 'number' || kind === 'percent';

/** A table with a row per item. Without items it has only headings. */
export function drawMarkdown(columns: readonly Column[], items: readonly unknown[], display: Display): string {
  const cells = columns.map((column) => items.map((item) => escapeMarkdown(cellText(column, item, display))));
  const kept = columns.flatMap((column, index) => {
    const texts = cells[index] ?? [];
    return column.optional && texts.every((text) => text === '') ? [] : [{ column, texts }];
  });
  const line = (parts: readonly string[]): string => `| ${parts.join(' | ')} |`;
  return [
    line(kept.map(({ column }) => escapeMarkdown(column.heading))),
    line(kept.map(({ column }) => (isRightAligned(column) ? '---:' : '---'))),
    ...items.map((_, row) => line(kept.map(({ texts }) => texts[row] ?? ''))),
  ].join('\n');
}
