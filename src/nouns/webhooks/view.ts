/** How deliveries look: a few of them one by one, many of them counted by what came back. */
import { isRecord, textOf } from '../../define/json.ts';
import type { Paper } from '../../define/view.ts';

/** More than this are counted. */
const ONE_BY_ONE = 20;

const ANSWER_WIDTH = 60;

export function drawDeliveries(value: unknown, { style }: Paper): string {
  const { deliveries: list, sent, asExpected, tampered, to } = isRecord(value) ? value : {};
  const deliveries = (Array.isArray(list) ? list : []).filter(isRecord);
  const color = sent === asExpected ? style.green : style.red;
  const unexpected = Number(sent) - Number(asExpected);
  const total = [
    `${count(sent)} ${tampered === null ? '' : `forged (${textOf(tampered)}) `}sent to ${textOf(to)}: `,
    `${count(asExpected)} ${tampered === null ? 'accepted' : 'refused'}`,
    unexpected > 0 ? `, ${count(unexpected)} not` : '',
  ];
  return [
    ...(deliveries.length > ONE_BY_ONE ? counted(deliveries) : deliveries.map(oneLine)),
    color(total.join('')),
  ].join('\n');
}

const outcomeOf = ({ status, problem }: Record<string, unknown>): string =>
  problem === null ? textOf(status) : `no answer: ${textOf(problem)}`;

/** What the receiver said is of interest where it did something else than expected. */
function oneLine(delivery: Record<string, unknown>): string {
  const [answer = ''] = delivery['asExpected'] === true ? [] : textOf(delivery['answer']).split('\n');
  const shown = answer.length > ANSWER_WIDTH ? `${answer.slice(0, ANSWER_WIDTH)}…` : answer;
  return `${outcomeOf(delivery)} in ${textOf(delivery['milliseconds'])} ms  ${textOf(delivery['id'])}  ${shown}`.trimEnd();
}

function counted(deliveries: readonly Record<string, unknown>[]): string[] {
  const outcomes = new Map<string, number>();
  for (const delivery of deliveries) {
    const outcome = outcomeOf(delivery);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  const times = deliveries.map(({ milliseconds }) => Number(milliseconds)).sort((a, b) => a - b);
  const quantile = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))];
  return [
    ...[...outcomes].sort((a, b) => b[1] - a[1]).map(([outcome, number]) => `${count(number)} × ${outcome}`),
    `half of them within ${quantile(0.5)} ms, 95 % within ${quantile(0.95)} ms, all within ${quantile(1)} ms`,
  ];
}

const count = (number: unknown): string => Number(number).toLocaleString('en-US');
