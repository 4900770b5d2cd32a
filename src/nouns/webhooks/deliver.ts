/** Deliveries to a receiver, as `webhooks send` and `webhooks replay` report them. */
import * as z from 'zod';
import { EXIT_CHECK_FAILED, interrupted } from '../../errors.ts';
import type { ToolContext } from '../tool-context.ts';
import { type Delivered, isAccepted, unreachable } from './delivery/delivery.ts';
import { paceOf } from './delivery/pace.ts';
import { type CapturedRequest, valuesOf } from './delivery/request.ts';
import { openSender } from './delivery/sender.ts';
import { HEADER } from './delivery/signature.ts';
import { TAMPERINGS } from './delivery/signed-request.ts';

const Delivery = z.object({
  id: z.string().nullable(),
  status: z.number().nullable(),
  milliseconds: z.number(),
  response: z.string().describe('the start of the response body'),
  problem: z.string().nullable().describe('why there was no response'),
  asExpected: z.boolean(),
});
type Delivery = z.infer<typeof Delivery>;

export const Deliveries = z.object({
  to: z.string(),
  tampered: z.enum(TAMPERINGS).nullable(),
  sent: z.number(),
  asExpected: z.number().describe('accepted; with --tamper rejected'),
  deliveries: z.array(Delivery),
});
export type Deliveries = z.infer<typeof Deliveries>;

/** Client errors that are not about the signature. */
export const UNRELATED_STATUSES: readonly number[] = [404, 405, 408, 413, 415, 429];

const isRejected = ({ status }: Delivered): boolean =>
  status !== null && status >= 400 && status < 500 && !UNRELATED_STATUSES.includes(status);

export interface Batch {
  readonly target: URL;
  readonly tampered: Deliveries['tampered'];
  /** Maximum deliveries per second. */
  readonly rate: number;
  /** Each request is built when it is sent, so that its timestamp is current. */
  readonly requests: readonly (() => CapturedRequest)[];
  /** Whether each delivery waits for the response to the previous one. */
  readonly inOrder: boolean;
}

/** Rejects with an `unavailable` failure if the first delivery gets no response. */
export async function deliverAll(
  context: ToolContext,
  { target, tampered, rate, requests, inOrder }: Batch,
): Promise<Deliveries> {
  const { runtime, sending, signal } = context;
  const now = () => context.now().getTime();
  const pace = paceOf(rate, now, (ms) => runtime.sleep(ms, signal));
  const release = runtime.catchSignals();
  const sender = await openSender({ target, ...sending, signal, now, lookup: runtime.lookup });
  const isAsExpected = tampered === null ? isAccepted : isRejected;
  let previous: Promise<unknown> = Promise.resolve();
  const deliver = async (build: () => CapturedRequest): Promise<Delivery> => {
    await pace();
    const request = build();
    const delivered = await sender.deliver(request);
    if (signal.aborted) throw interrupted();
    return { id: valuesOf(request.headers, HEADER.id)[0] ?? null, ...delivered, asExpected: isAsExpected(delivered) };
  };
  const deliverInOrder = (build: () => CapturedRequest): Promise<Delivery> => {
    const turn = previous.then(() => deliver(build));
    previous = turn;
    return turn;
  };
  try {
    const [first, ...others] = requests;
    const firstDelivery = first === undefined ? [] : [await deliver(first)];
    if (firstDelivery[0]?.problem) throw unreachable(target, firstDelivery[0].problem);
    const deliveries = [...firstDelivery, ...(await context.each(others, inOrder ? deliverInOrder : deliver))];
    const asExpected = deliveries.filter((delivery) => delivery.asExpected).length;
    return { to: target.href, tampered, sent: deliveries.length, asExpected, deliveries };
  } finally {
    await sender.close();
    release();
  }
}

export const verdict = ({ sent, asExpected }: Pick<Deliveries, 'sent' | 'asExpected'>): number =>
  sent === asExpected ? 0 : EXIT_CHECK_FAILED;
