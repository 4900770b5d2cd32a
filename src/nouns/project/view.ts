/** Plans and their results in words. */
import type { Display } from '../../define/view.ts';
import { formatCount, formatNumber } from '../../text/number.ts';
import { formatDuration } from '../../text/time.ts';
import { hang } from '../../text/wrap.ts';
import type { PlannedChange, ProjectPlan, PullResult, PushResult } from './schema.ts';

const MARKS: Readonly<Record<PlannedChange['action'], string>> = {
  create: '+',
  update: '~',
  conflict: '!',
  blocked: '!',
  unread: '!',
  pull: '<',
  unchanged: '=',
  orphan: '?',
};

/** In the order of the summary. */
const WORDS: Readonly<Record<PlannedChange['action'], string>> = {
  create: 'to create',
  update: 'to update',
  pull: 'to pull',
  conflict: 'in conflict',
  blocked: 'blocked',
  unread: 'not read',
  unchanged: 'unchanged',
  orphan: 'without files',
};

/** A line of a diff. Its further lines are below its text. */
function drawDiff(line: string, display: Display): string {
  const { style, width, widthOf } = display;
  const paint = { '+': style.green, '-': style.red, '@': style.cyan }[line.charAt(0)] ?? plain;
  if (width === undefined || INDENT.length + widthOf(line) <= width) return INDENT + paint(line);
  const [, label = '', text = ''] = /^([-+ ]? *)(.*)$/s.exec(line) ?? [];
  return hang(INDENT + paint(label), text, display, paint);
}

const INDENT = '    ';
const plain = (text: string): string => text;

/** `~ theme:brand Brand: styles`. A key stays whole, and what has no room next to it is below. */
function drawRecord(mark: string, key: string, rest: string, display: Display, paint = plain): string {
  const { style, width, widthOf } = display;
  const head = paint(`${mark} ${style.bold(key)}`);
  if (width === undefined || widthOf(`${mark} ${key} ${rest}`) <= width) return `${head} ${rest}`;
  return `${head}\n${hang(INDENT, rest, display)}`;
}

const emphasis = ({ style }: Display, action: PlannedChange['action']): ((text: string) => string) => {
  if (action === 'create') return style.green;
  if (action === 'update') return style.yellow;
  return MARKS[action] === '!' ? style.red : style.dim;
};

function drawChange(change: PlannedChange, display: Display): readonly string[] {
  const { key, name, action, reason, fields, remoteFields, cascades, usedBy = 0, diff } = change;
  const color = emphasis(display, action);
  const what = action === 'pull' ? remoteFields : action === 'create' ? [] : fields;
  const detail = what.length === 0 ? '' : `: ${what.join(', ')}`;
  const below = (text: string): string => hang(INDENT, text, display);
  return [
    drawRecord(MARKS[action], key, `${name}${detail}`, display, color),
    ...(reason === undefined ? [] : [below(reason)]),
    ...(cascades
      ? [below(`It changes every email that uses it: ${formatCount(usedBy, 'email')} in this project.`)]
      : []),
    ...(action === 'update' && remoteFields.length > 0
      ? [below(`The account has also changed ${remoteFields.join(', ')}: run \`loopsctl pull\`.`)]
      : []),
    ...(action === 'create' ? [] : diff.map((line) => drawDiff(line, display))),
  ];
}

/** Records that were never in the project are only counted. */
export const isShown = ({ action, reason }: PlannedChange): boolean => action !== 'orphan' || reason !== undefined;

/** `2 to create, 1 to update, 40 unchanged` */
export function summaryOf({ changes, unchanged }: Pick<ProjectPlan, 'changes' | 'unchanged'>): string {
  const parts = Object.entries(WORDS).flatMap(([action, words]) => {
    const count = action === 'unchanged' ? unchanged : changes.filter((change) => change.action === action).length;
    return count === 0 ? [] : [`${formatNumber(count)} ${words}`];
  });
  return parts.length === 0 ? 'The project is empty.' : `${parts.join(', ')}.`;
}

export function costOf({ requests, seconds }: ProjectPlan): string {
  if (requests === 0) return 'Nothing to push.';
  const time = seconds === 0 ? '' : `, at least ${formatDuration(seconds)} at the rate limit`;
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
    hang('', `${summaryOf(plan)} ${costOf(plan)}`, display),
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
  const { style } = display;
  if (stopped !== undefined) {
    const found = findings.map(
      ({ file, line, column, severity, message, rule }) =>
        `${file}:${line}:${column} ${severity}: ${message} (${rule})`,
    );
    return [...(findings.length > 0 ? found : [drawPlan(plan, display)]), '', hang('', stopped, display)].join('\n');
  }
  const blocked = plan.changes
    .filter(({ action }) => action === 'blocked' || action === 'unread')
    .map(({ key, name, action, reason }) => drawRecord(`! ${action}`, key, `${name}: ${reason}`, display, style.red));
  if (results.length === 0) return [...blocked, hang('', `Nothing to push. ${summaryOf(plan)}`, display)].join('\n');
  const lines = results.map(({ key, name, action, error, reason }) => {
    const why = error?.message ?? reason;
    const text = `${name}${why === undefined ? '' : `: ${why}`}`;
    const paint = action === 'failed' ? style.red : plain;
    return drawRecord(`${RESULT_MARKS[action] ?? ' '} ${action}`, key, text, display, paint);
  });
  const done = results.filter(({ action }) => action !== 'failed' && action !== 'skipped').length;
  const summary = `${formatNumber(done)} of ${formatCount(results.length, 'change')} made in environment ${plan.environment}.`;
  return [...lines, ...blocked, '', hang('', summary, display)].join('\n');
}

export function drawPull(value: unknown, display: Display): string {
  // The value that `run` returned.
  const { environment, team, results, unchanged } = value as PullResult;
  const lines = results.flatMap(({ key, name, action, fields, error, reason = error?.message, diff = [] }) => [
    drawRecord(
      `${RESULT_MARKS[action]} ${action}`,
      key,
      `${name}${action === 'updated' ? `: ${fields.join(', ')}` : ''}`,
      display,
    ),
    ...(reason === undefined ? [] : [hang(INDENT, reason, display)]),
    ...diff.map((line) => drawDiff(line, display)),
  ]);
  const count = (...actions: readonly string[]) => results.filter(({ action }) => actions.includes(action)).length;
  const [conflicts, unread] = [count('conflict'), count('unread')];
  const numbers = [
    `${formatCount(count('created', 'updated'), 'record')} written`,
    ...(conflicts === 0 ? [] : [`${formatNumber(conflicts)} in conflict`]),
    ...(unread === 0 ? [] : [`${formatNumber(unread)} not read`]),
    `${formatNumber(unchanged)} unchanged`,
  ];
  return [
    ...lines,
    ...(lines.length === 0 ? [] : ['']),
    hang('', `${numbers.join(', ')}. Environment ${environment} (team ${team}).`, display),
    ...(conflicts === 0 ? [] : [hang('', 'Resolve each conflict with --ours <key> or --theirs <key>.', display)]),
  ].join('\n');
}
