/** Applies the replacements that are certainly right. */
import type { LmxFinding } from './lint.ts';

/** The text with all edits of findings. Of two that overlap, the first counts: check the result again for the other. */
export function applyEdits(text: string, findings: readonly LmxFinding[]): { text: string; applied: number } {
  const edits = findings
    .flatMap(({ edit }) => (edit === undefined ? [] : [edit]))
    .sort((one, other) => one.start - other.start);
  let [fixed, at, applied] = ['', 0, 0];
  for (const { start, end, text: replacement } of edits) {
    if (start < at) continue;
    fixed += text.slice(at, start) + replacement;
    at = end;
    applied++;
  }
  return { text: fixed + text.slice(at), applied };
}
