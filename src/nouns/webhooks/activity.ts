/** What `webhooks listen` prints: one line per delivery, and totals at the end. */
import * as z from 'zod';
import { isRecord, textOf } from '../../define/json.ts';
import type { Display } from '../../define/view.ts';
import { formatNumber } from '../../text/number.ts';
import { type Activity, OUTCOMES } from './delivery/activity.ts';
import { isAccepted } from './delivery/delivery.ts';

const Listening = z.object({
  type: z.literal('listening'),
  url: z.string(),
  verify: z.boolean(),
  record: z.string().nullable(),
  forwardTo: z.string().nullable(),
});

const Received = z.object({
  type: z.literal('received'),
  time: z.string(),
  outcome: z.enum(OUTCOMES),
  status: z.number(),
  id: z.string().nullable(),
  event: z.string().nullable(),
  bytes: z.number(),
  problem: z.string().nullable(),
  body: z.unknown().optional().describe('with --print-body: the JSON, or else the text'),
});

const Forwarded = z.object({
  type: z.literal('forwarded'),
  time: z.string(),
  id: z.string().nullable(),
  event: z.string().nullable(),
  status: z.number().nullable(),
  milliseconds: z.number(),
  problem: z.string().nullable(),
});

export const ListenItem = z.union([Listening, Received, Forwarded]);

export function createTotals() {
  const counts = { accepted: 0, repeated: 0, rejected: 0, failed: 0, forwarded: 0, unforwarded: 0 };
  return {
    count(activity: Activity): void {
      if (activity.type === 'received') counts[activity.outcome]++;
      else counts[isAccepted(activity) ? 'forwarded' : 'unforwarded']++;
    },
    sentence(): string {
      const { accepted, repeated, rejected, failed, forwarded, unforwarded } = counts;
      const parts = [
        [accepted, 'accepted'],
        [repeated, 'repeated'],
        [rejected, 'rejected'],
        ...(failed > 0 ? [[failed, 'not recorded']] : []),
        ...(forwarded + unforwarded > 0
          ? [
              [forwarded, 'forwarded'],
              [unforwarded, 'not accepted by the target'],
            ]
          : []),
      ].map(([number, word]) => `${formatNumber(Number(number))} ${word}`);
      return `Received ${formatNumber(accepted + repeated + rejected + failed)}: ${parts.join(', ')}.`;
    },
  };
}

/** `200 accepted`. */
const STATE_WIDTH = 12;
/** Most event names; longer ones push the ID to the right. */
const EVENT_WIDTH = 24;
/** A narrower terminal has no room for the ID. */
const WIDTH_WITH_ID = 90;

/** An arrow shows the direction. */
export function drawActivity(item: unknown, { style, width, widthOf }: Display): string {
  const { type, time, outcome, status, id, event, problem, milliseconds, body } = isRecord(item) ? item : {};
  if (type === 'listening') return drawListening(item);
  const pad = (text: string, columns: number) => `${text}${' '.repeat(Math.max(0, columns - widthOf(text)))}`;
  const [arrow, state, color] =
    type === 'forwarded'
      ? ['<--', problem === null ? `${textOf(status)} in ${textOf(milliseconds)} ms` : 'failed', colorOf(status, style)]
      : ['-->', `${textOf(status)} ${textOf(outcome)}`, OUTCOME_COLORS[textOf(outcome)]?.(style) ?? style.red];
  const columns = [
    style.dim(textOf(time).slice(11, 19)),
    arrow,
    color(pad(state, STATE_WIDTH)),
    pad(event === null ? '-' : textOf(event), EVENT_WIDTH),
    ...(width === undefined || width >= WIDTH_WITH_ID ? [textOf(id)] : []),
    ...(problem === null ? [] : [textOf(problem)]),
  ];
  const line = columns
    .filter((column) => column !== '')
    .join('  ')
    .trimEnd();
  return body === undefined ? line : `${line}\n${drawBody(body)}`;
}

const OUTCOME_COLORS: Readonly<Record<string, (style: Display['style']) => (text: string) => string>> = {
  accepted: (style) => style.green,
  repeated: (style) => style.yellow,
};

const colorOf = (status: unknown, style: Display['style']) =>
  isAccepted({ status: typeof status === 'number' ? status : null }) ? style.green : style.red;

function drawListening(item: unknown): string {
  const { url, verify, record, forwardTo } = isRecord(item) ? item : {};
  const parts = [
    `Listening on ${textOf(url)}`,
    ...(verify === true ? [] : ['signatures are not verified']),
    ...(record === null ? [] : [`recording to ${textOf(record)}`]),
    ...(forwardTo === null ? [] : [`forwarding to ${textOf(forwardTo)}`]),
  ];
  return `${parts.join(', ')}. Press Ctrl-C to stop.`;
}

const drawBody = (body: unknown): string =>
  (typeof body === 'string' ? body : JSON.stringify(body, null, 2)).replace(/^/gm, '    ');
