/** A plan as Markdown, for a comment on a pull request. */
import type { PlannedChange, ProjectPlan } from './schema.ts';
import { costOf, isShown, summaryOf } from './view.ts';

/** Text in a table cell. */
const cell = (text: string): string =>
  text.replace(/[|\\`*_<>[\]#@&]/g, (found) => `&#${found.codePointAt(0)};`).replace(/\s+/g, ' ');

/** Longer than any run of backticks inside. */
function fence(lines: readonly string[]): string {
  const longest = Math.max(
    0,
    ...lines.map((line) => Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length))),
  );
  return '`'.repeat(Math.max(3, longest + 1));
}

function details({ key, diff }: PlannedChange): readonly string[] {
  if (diff.length === 0) return [];
  const mark = fence(diff);
  return ['', `<details><summary>${cell(key)}</summary>`, '', `${mark}diff`, ...diff, mark, '', '</details>'];
}

/** Comments of some services have 65,536 characters at most. */
const MAX_LENGTH = 60_000;

export function markdownPlan(value: unknown): string {
  // The value that `run` returned.
  const plan = value as ProjectPlan;
  const shown = plan.changes.filter(isShown);
  const head = [`### Loops: plan for ${cell(plan.environment)}`, '', `${summaryOf(plan)} ${costOf(plan)}`];
  const rows = shown.map(
    ({ key, name, action, fields, remoteFields, reason }) =>
      `| ${action} | ${cell(key)} | ${cell(name)} | ${cell(reason ?? [...fields, ...remoteFields].join(', '))} |`,
  );
  const table = rows.length === 0 ? [] : ['', '| action | key | name | what |', '|---|---|---|---|', ...rows];
  const text = [...head, ...table].join('\n');
  const diffs = shown.filter(({ action }) => action !== 'create').map((change) => details(change).join('\n'));
  let all = text;
  for (const diff of diffs) {
    if (all.length + diff.length > MAX_LENGTH) return `${all}\n\nMore differences were left out.`;
    all += diff === '' ? '' : `\n${diff}`;
  }
  return all;
}
