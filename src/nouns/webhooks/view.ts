/** How people see deliveries: a few one per line, many counted by outcome. */
import { isRecord, textOf } from '../../define/json.ts';
import type { Display } from '../../define/view.ts';
import { formatCount, formatNumber } from '../../text/number.ts';

/** More deliveries than this are counted. */
const MAX_LISTED = 20;

const MAX_RESPONSE_LENGTH = 60;

export function drawDeliveries(value: unknown, { style }: Display): string {
  const { deliveries: list, sent, asExpected, tampered, to } = isRecord(value) ? value : {};
  const deliveries = (Array.isArray(list) ? list : []).filter(isRecord);
  const color = sent === asExpected ? style.green : style.red;
  const unexpected = Number(sent) - Number(asExpected);
  const total = [
    `Sent ${formatCount(Number(sent), 'delivery')}${tampered === null ? '' : ` with invalid ${textOf(tampered)}`} to ${textOf(to)}: `,
    `${count(asExpected)} ${tampered === null ? 'accepted' : 'rejected'}`,
    unexpected > 0 ? `, ${count(unexpected)} not ${tampered === null ? 'accepted' : 'rejected'}` : '',
  ];
  return [
    ...(deliveries.length > MAX_LISTED ? countOutcomes(deliveries) : deliveries.map(drawDelivery)),
    color(`${total.join('')}.`),
  ].join('\n');
}

const outcomeOf = ({ status, problem }: Record<string, unknown>): string =>
  problem === null ? textOf(status) : `no response: ${textOf(problem)}`;

/** The response is shown only if it was not the expected one. */
function drawDelivery(delivery: Record<string, unknown>): string {
  const [response = ''] = delivery['asExpected'] === true ? [] : textOf(delivery['response']).split('\n');
  const shown = response.length > MAX_RESPONSE_LENGTH ? `${response.slice(0, MAX_RESPONSE_LENGTH)}…` : response;
  return `${outcomeOf(delivery)} in ${textOf(delivery['milliseconds'])} ms  ${textOf(delivery['id'])}  ${shown}`.trimEnd();
}

function countOutcomes(deliveries: readonly Record<string, unknown>[]): string[] {
  const outcomes = new Map<string, number>();
  for (const delivery of deliveries) {
    const outcome = outcomeOf(delivery);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  const times = deliveries.map(({ milliseconds }) => Number(milliseconds)).sort((a, b) => a - b);
  const quantile = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))];
  return [
    ...[...outcomes].sort((a, b) => b[1] - a[1]).map(([outcome, number]) => `${count(number)} × ${outcome}`),
    `50% within ${quantile(0.5)} ms, 95% within ${quantile(0.95)} ms, 100% within ${quantile(1)} ms`,
  ];
}

const count = (number: unknown): string => formatNumber(Number(number));
