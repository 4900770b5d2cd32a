/** Differences between two contents for people: LMX by lines, workflows by nodes, everything else by fields. */
import { isRecord } from '../define/json.ts';
import { normalForms } from '../lmx/normal-form.ts';
import { diffLines } from '../text/diff.ts';
import { type Content, canonicalJson } from './content.ts';
import type { Kind } from './kinds/kind.ts';
import { nodesDiff } from './kinds/workflow-nodes.ts';

const shown = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));

/** `styles.bodyColor: "#ffffff" -> "#fffdfc"`, one line for each value that differs. */
function fieldLines(path: string, before: unknown, after: unknown): readonly string[] {
  if (canonicalJson(before ?? null) === canonicalJson(after ?? null)) return [];
  if (!isRecord(before ?? {}) || !isRecord(after ?? {}) || (before === undefined && after === undefined)) {
    return [`${path}: ${shown(before)} -> ${shown(after)}`];
  }
  const [old, now] = [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names.flatMap((name) => fieldLines(`${path}.${name}`, old[name], now[name]));
}

export async function contentDiff(
  { fields }: Kind,
  before: Content,
  after: Content,
  names: readonly string[],
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const name of names) {
    const [old, now] = [before[name], after[name]];
    if (fields[name]?.isNodes) {
      for (const line of nodesDiff(old, now)) lines.push(line);
      continue;
    }
    if (fields[name]?.isLmx) {
      const [one, other] = normalForms(String(old ?? ''), String(now ?? ''));
      for (const line of await diffLines(one, other)) lines.push(line);
      continue;
    }
    const whole = fields[name]?.isPartial && isRecord(old) && isRecord(now) ? { ...old, ...now } : now;
    for (const line of fieldLines(name, old, whole)) lines.push(line);
  }
  return lines;
}
