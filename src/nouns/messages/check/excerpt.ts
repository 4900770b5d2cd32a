/** The part of a line that a finding is about. */
import type { LmxFinding } from '../../../lmx/lint/lint.ts';
import type { MessageFinding } from './schema.ts';

const BEFORE = 60;
const LONGEST = 160;

const lineStart = (text: string, line: number): number => {
  let start = 0;
  for (let index = 1; index < line; index++) {
    const end = text.indexOf('\n', start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  return start;
};

/** Adds excerpts. Findings are in the order of the text, so each line is searched from the one before. */
export function withExcerpts(text: string, findings: readonly LmxFinding[]): readonly MessageFinding[] {
  let [line, start] = [1, 0];
  return findings.map(({ edit: _, ...finding }) => {
    if (finding.line > line) start += lineStart(text.slice(start), finding.line - line + 1);
    line = Math.max(line, finding.line);
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const content = text.slice(start, end).replace(/\r$/, '');
    // Without a length, the finding is about the whole message.
    const isPlace = finding.endLine > finding.line || finding.endColumn > finding.column;
    if (!isPlace || content.trim() === '') return finding;
    return { ...finding, excerpt: excerptOf(content, finding) };
  });
}

function excerptOf(line: string, { line: first, column, endLine, endColumn }: LmxFinding) {
  const from = Math.min(column - 1, line.length);
  const to = endLine > first ? line.length : Math.min(endColumn - 1, line.length);
  const cut = from > BEFORE && line.length > LONGEST ? from - BEFORE : 0;
  const text = line
    .slice(cut, cut + LONGEST)
    .toWellFormed()
    .replaceAll('\t', ' ');
  return { text, start: from - cut, end: Math.min(text.length, Math.max(to, from + 1) - cut) };
}
