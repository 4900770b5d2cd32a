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
    const room = width === undefined ? undefined : Math.max(20, width - digits - 2);
    const [first = '', ...rest] = room === undefined ? [sentence] : wrapText(sentence, room, widthOf);
    const number = style.dim(String(index + 1).padStart(digits));
    return [`${number}  ${first}`, ...rest.map((line) => `${' '.repeat(digits + 2)}${line}`)];
  });
}

const sentences = (value: unknown, path: string): readonly string[] =>
  list(value, path).map((edit) => textOf(valueAt(edit, 'sentence')));

function emailLines(value: unknown, display: Display): readonly string[] {
  const emails = list(value, 'emails');
  if (emails.length === 0) return [];
  const subject = (email: unknown) => textOf(valueAt(email, 'subject')) || 'no subject';
  return [
    '',
    'Emails to write afterwards (they are not part of the plan):',
    ...emails.flatMap((email) => {
      const isNew = valueAt(email, 'isNew') === true;
      const note = isNew ? 'new, with an empty message' : 'has a different subject now';
      return wrapped(`- ${subject(email)}  ${textOf(valueAt(email, 'nodeId'))}  ${note}`, display);
    }),
  ];
}

const matching = (value: unknown): string =>
  `the workflow matches the file${list(value, 'emails').length === 0 ? '' : ', except for emails'}.`;

export function drawPlan(plan: unknown, display: Display): string {
  const { style } = display;
  const edits = sentences(plan, 'edits');
  const [before, most, after] = ['before', 'most', 'after'].map((path) => Number(valueAt(plan, `nodes.${path}`)));
  const name = textOf(valueAt(plan, 'name')) || textOf(valueAt(plan, 'workflowId'));
  if (edits.length === 0) {
    return [style.bold(name), `Nothing to do: ${matching(plan)}`, ...emailLines(plan, display)].join('\n');
  }
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
    ...emailLines(plan, display),
  ].join('\n');
}

export function drawPush(result: unknown, display: Display): string {
  const { style } = display;
  const done = sentences(result, 'done').length;
  const left = Number(valueAt(result, 'left'));
  const stopped = valueAt(result, 'stopped');
  const edits = formatCount(done, 'edit');
  const end =
    stopped === null
      ? [style.green(`${done === 0 ? 'Nothing to do' : `${edits} made`}: ${matching(result)}`)]
      : [
          `${style.red('Stopped')} after ${edits}, with ${formatNumber(left)} left.`,
          textOf(valueAt(stopped, 'message')),
          textOf(valueAt(stopped, 'hint')),
        ];
  return [...end.flatMap((line) => wrapped(line, display)), ...emailLines(result, display)].join('\n');
}

const wrapped = (text: string, { width, widthOf }: Display): readonly string[] =>
  width === undefined ? [text] : wrapText(text, width, widthOf);
