/** Plans and their results in words. */
import type { Display } from '../../define/view.ts';
import { formatCount } from '../../text/number.ts';
import { formatDuration } from '../../text/time.ts';
import type { PlannedChange, ProjectPlan, PullResult, PushResult } from './schema.ts';

const MARKS: Readonly<Record<PlannedChange['action'], string>> = {
  create: '+',
  update: '~',
  conflict: '!',
  blocked: '!',
  pull: '<',
  unchanged: '=',
  orphan: '?',
};

/** In the order of the summary. */
const WORDS: Readonly<Record<PlannedChange['action'], string>> = {
  create: 'to create',
  update: 'to update',
  conflict: 'in conflict',
  blocked: 'blocked',
  pull: 'changed in the account only',
  unchanged: 'unchanged',
  orphan: 'in the account only',
};

function paint(line: string, { style }: Display): string {
  if (line.startsWith('+')) return style.green(line);
  if (line.startsWith('-')) return style.red(line);
  return line.startsWith('@@') ? style.cyan(line) : line;
}

const emphasis = ({ style }: Display, action: PlannedChange['action']): ((text: string) => string) => {
  if (action === 'create') return style.green;
  if (action === 'update') return style.yellow;
  return action === 'conflict' || action === 'blocked' ? style.red : style.dim;
};

function drawChange(change: PlannedChange, display: Display): readonly string[] {
  const { key, name, action, reason, fields, remoteFields, cascades, diff } = change;
  const color = emphasis(display, action);
  const what = action === 'pull' ? remoteFields : action === 'create' ? [] : fields;
  const detail = what.length === 0 ? '' : `: ${what.join(', ')}`;
  return [
    `${color(`${MARKS[action]} ${display.style.bold(key)}`)} ${name}${detail}`,
    ...(reason === undefined ? [] : [`    ${reason}`]),
    ...(cascades ? ['    It changes every email that uses it.'] : []),
    ...(action === 'update' && remoteFields.length > 0
      ? [`    The account has also changed ${remoteFields.join(', ')}: run \`loopsctl pull\`.`]
      : []),
    ...(action === 'create' ? [] : diff.map((line) => `    ${paint(line, display)}`)),
  ];
}

/** Records that were never in the project are only counted. */
export const isShown = ({ action, reason }: PlannedChange): boolean => action !== 'orphan' || reason !== undefined;

/** `2 to create, 1 to update, 40 unchanged` */
export function summaryOf({ changes, unchanged }: Pick<ProjectPlan, 'changes' | 'unchanged'>): string {
  const parts = Object.entries(WORDS).flatMap(([action, words]) => {
    const count = action === 'unchanged' ? unchanged : changes.filter((change) => change.action === action).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return parts.length === 0 ? 'The project is empty.' : `${parts.join(', ')}.`;
}

export function costOf({ requests, seconds }: ProjectPlan): string {
  if (requests === 0) return 'Nothing to push.';
  const time = seconds === 0 ? '' : `, about ${formatDuration(seconds)} at the rate limit`;
  return `A push takes about ${formatCount(requests, 'request')}${time}.`;
}

export function drawPlan(value: unknown, display: Display): string {
  // The value that `run` returned.
  const plan = value as ProjectPlan;
  const shown = plan.changes.filter(isShown);
  return [
    display.style.bold(`Environment ${plan.environment} (team ${plan.team})`),
    '',
    ...shown.flatMap((change) => drawChange(change, display)),
    ...(shown.length === 0 ? [] : ['']),
    `${summaryOf(plan)} ${costOf(plan)}`,
  ].join('\n');
}

const RESULT_MARKS: Readonly<Record<string, string>> = {
  created: '+',
  updated: '~',
  published: '^',
  conflict: '!',
  failed: '!',
  unread: '!',
  skipped: '-',
};

export function drawPush(value: unknown, display: Display): string {
  // The value that `run` returned.
  const { plan, results, findings, stopped } = value as PushResult;
  if (stopped !== undefined) {
    const found = findings.map(
      ({ file, line, column, severity, message, rule }) =>
        `${file}:${line}:${column} ${severity}: ${message} (${rule})`,
    );
    return [...(findings.length > 0 ? found : [drawPlan(plan, display)]), '', stopped].join('\n');
  }
  const blocked = plan.changes
    .filter(({ action }) => action === 'blocked')
    .map(({ key, name, reason }) => display.style.red(`! blocked ${key} ${name}: ${reason}`));
  if (results.length === 0) return [...blocked, `Nothing to push. ${summaryOf(plan)}`].join('\n');
  const lines = results.map(({ key, name, action, error, reason }) => {
    const mark = RESULT_MARKS[action] ?? ' ';
    const why = error?.message ?? reason;
    const line = `${mark} ${action} ${display.style.bold(key)} ${name}${why === undefined ? '' : `: ${why}`}`;
    return action === 'failed' ? display.style.red(line) : line;
  });
  const done = results.filter(({ action }) => action !== 'failed' && action !== 'skipped').length;
  return [
    ...lines,
    ...blocked,
    '',
    `${formatCount(done, 'change')} of ${results.length} done in environment ${plan.environment}.`,
  ].join('\n');
}

export function drawPull(value: unknown, display: Display): string {
  // The value that `run` returned.
  const { environment, team, results, unchanged } = value as PullResult;
  const lines = results.flatMap(({ key, name, action, fields, error, reason = error?.message, diff = [] }) => [
    `${RESULT_MARKS[action]} ${action} ${display.style.bold(key)} ${name}${action === 'updated' ? `: ${fields.join(', ')}` : ''}`,
    ...(reason === undefined ? [] : [`    ${reason}`]),
    ...diff.map((line) => `    ${paint(line, display)}`),
  ]);
  const conflicts = results.filter(({ action }) => action === 'conflict').length;
  const written = results.filter(({ action }) => action === 'created' || action === 'updated').length;
  const end = conflicts === 0 ? [] : ['Resolve each conflict with --ours <key> or --theirs <key>.'];
  return [
    ...lines,
    ...(lines.length === 0 ? [] : ['']),
    `${formatCount(written, 'record')} written, ${unchanged} unchanged. Environment ${environment} (team ${team}).`,
    ...end,
  ].join('\n');
}
