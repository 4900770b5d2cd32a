/** The layout that help and help topics share: bold headings, wrapped text, rows of a term and its description. */
import type { Help } from 'commander';

export type Row = readonly [term: string, description: string];

export interface Layout {
  /** A heading with its text; nothing for an empty text. */
  section(heading: string, body: string): readonly string[];
  prose(text: string): string;
  rows(items: readonly Row[]): string;
}

/** Takes the width of help from `helper`. */
export function layoutOf(helper: Help, bold: (text: string) => string): Layout {
  const width = helper.helpWidth ?? 80;
  return {
    section: (heading, body) => (body === '' ? [] : [`${bold(heading)}\n${body}`]),
    prose: (text) => indent(helper.boxWrap(text, width - 2)),
    rows: (items) => {
      const term = Math.max(0, ...items.map(([name]) => name.length));
      return items.map(([name, description]) => helper.formatItem(name, term, description, helper)).join('\n');
    },
  };
}

const indent = (text: string): string => (text === '' ? '' : text.replace(/^(?=.)/gm, '  '));
