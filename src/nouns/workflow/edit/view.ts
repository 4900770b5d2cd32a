/** Draws plans, and what a push has done. */
import { textOf, valueAt } from '../../../define/json.ts';
import type { Display } from '../../../define/view.ts';
import { formatCount, formatNumber } from '../../../text/number.ts';
import { wrapText } from '../../../text/wrap.ts';

const list = (value: unknown, path: string): readonly unknown[] => {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
};

/** From this many nodes on, a plan warns of the most that the API accepts. */
const MANY_NODES = 280;
const MOST_NODES = 300;

function numbered(sentences: readonly string[], { width, widthOf, style }: Display): readonly string[] {
  const digits = String(sentences.length).length;
  return sentences.flatMap((sentence, index) => {
    const room = width === undefined ? Number.POSITIVE_INFINITY : Math.max(20, width - digits - 2);
    const [first = '', ...rest] = Number.isFinite(room) ? wrapText(sentence, room, widthOf) : [sentence];
    const number = style.dim(String(index + 1).padStart(digits));
    return [`${number}  ${first}`, ...rest.map((line) => `${' '.repeat(digits + 2)}${line}`)];
  });
}

const sentences = (value: unknown, path: string): readonly string[] =>
  list(value, path).map((edit) => textOf(valueAt(edit, 'sentence')));

function emailLines(value: unknown): readonly string[] {
  const emails = list(value, 'emails');
  if (emails.length === 0) return [];
  const subject = (email: unknown) => textOf(valueAt(email, 'subject')) || 'no subject';
  return [
    '',
    'Empty email messages to write afterwards:',
    ...emails.map((email) => `  ${subject(email)}  ${textOf(valueAt(email, 'nodeId'))}`),
  ];
}

export function drawPlan(plan: unknown, display: Display): string {
  const { style } = display;
  const edits = sentences(plan, 'edits');
  const [before, most, after] = ['before', 'most', 'after'].map((path) => Number(valueAt(plan, `nodes.${path}`)));
  const name = textOf(valueAt(plan, 'name')) || textOf(valueAt(plan, 'workflowId'));
  if (edits.length === 0) return `${style.bold(name)}\nNothing to do: the workflow is like the file.`;
  const count = (number: number | undefined) => formatNumber(number ?? 0);
  const facts = [
    textOf(valueAt(plan, 'status')),
    formatCount(edits.length, 'edit'),
    `${count(before)} → ${count(after)} nodes`,
  ];
  const warning =
    (most ?? 0) < MANY_NODES
      ? []
      : ['', `Up to ${count(most)} nodes at a time: the API accepts at most ${MOST_NODES}.`];
  return [
    style.bold(name),
    style.dim(facts.filter(Boolean).join(' · ')),
    '',
    ...numbered(edits, display),
    ...warning,
    ...emailLines(plan),
  ].join('\n');
}

export function drawPush(result: unknown, display: Display): string {
  const { style } = display;
  const done = sentences(result, 'done');
  const left = Number(valueAt(result, 'left'));
  const stopped = valueAt(result, 'stopped');
  const message = textOf(valueAt(stopped, 'message'));
  const hint = textOf(valueAt(stopped, 'hint'));
  const end =
    stopped === null
      ? [
          style.green(
            done.length === 0
              ? 'Nothing to do: the workflow is like the file.'
              : 'Done: the workflow is like the file.',
          ),
        ]
      : [
          `${style.red('Stopped')} after ${formatCount(done.length, 'edit')}, with ${formatNumber(left)} left: ${message}`,
          hint,
        ];
  return [...numbered(done, display), ...(done.length === 0 ? [] : ['']), ...end, ...emailLines(result)].join('\n');
}
