/** `webhooks send` and `webhooks replay`: deliveries to a receiver of one's own. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { EXIT_CHECK_FAILED, interrupted, usage } from '../../errors.ts';
import type { ToolContext } from '../tool-context.ts';
import { readKeys } from './create-secret.ts';
import { type Delivered, isAccepted, parseTarget, unreachable } from './delivery/delivery.ts';
import { SERVICE_RATE } from './delivery/outbox.ts';
import { type Pace, paceOf } from './delivery/pace.ts';
import { parseRecord } from './delivery/record.ts';
import { type CapturedRequest, valuesOf } from './delivery/request.ts';
import { payloadWith } from './delivery/settings.ts';
import { HEADER } from './delivery/signature.ts';
import { forgedRequest, newMessageId, resigned, signedRequest, TAMPERINGS } from './delivery/signed-request.ts';
import { event, secretFile, set } from './flags.ts';
import { drawDeliveries } from './view.ts';

const to = z.string().min(1).describe('where the receiver is').meta({ placeholder: 'url' });

const rate = z.number().gt(0).max(1_000).default(SERVICE_RATE).describe('deliveries a second, at most');

const Delivery = z.object({
  id: z.string().nullable(),
  status: z.number().nullable(),
  milliseconds: z.number(),
  answer: z.string().describe('the beginning of it'),
  problem: z.string().nullable().describe('why there was no answer'),
  asExpected: z.boolean(),
});
type Delivery = z.infer<typeof Delivery>;

const Deliveries = z.object({
  to: z.string(),
  tampered: z.enum(TAMPERINGS).nullable(),
  sent: z.number(),
  asExpected: z.number().describe('accepted, or with --tamper refused'),
  deliveries: z.array(Delivery),
});
type Deliveries = z.infer<typeof Deliveries>;

/** Answers of 400 and more that are about something else than the signature: they do not show that it was looked at. */
const ABOUT_SOMETHING_ELSE = new Set([404, 405, 408, 413, 415, 429]);

const isRefusal = ({ status }: Delivered): boolean =>
  status !== null && status >= 400 && status < 500 && !ABOUT_SOMETHING_ELSE.has(status);

interface Round {
  readonly context: ToolContext;
  readonly target: URL;
  readonly tampered: Deliveries['tampered'];
  readonly pace: Pace;
  /** Each is made when its turn comes, so that its timestamp is that of its sending. */
  readonly requests: readonly (() => CapturedRequest)[];
  /** One after the other has been answered; several at a time otherwise. */
  readonly inOrder: boolean;
}

/** Rejects with an `unavailable` failure when the first delivery is not answered at all. */
async function deliverAll({ context, target, tampered, pace, requests, inOrder }: Round): Promise<Deliveries> {
  const { runtime, sending, signal } = context;
  const now = () => context.now().getTime();
  const { openSender } = await import('./delivery/sender.ts');
  const release = runtime.catchSignals();
  const sender = openSender({ target, ...sending, signal, now, lookup: runtime.lookup });
  const isAsExpected = tampered === null ? isAccepted : isRefusal;
  let before: Promise<unknown> = Promise.resolve();
  const deliver = async (make: () => CapturedRequest): Promise<Delivery> => {
    await pace();
    const request = make();
    const delivered = await sender.deliver(request);
    if (signal.aborted) throw interrupted();
    return { id: valuesOf(request.headers, HEADER.id)[0] ?? null, ...delivered, asExpected: isAsExpected(delivered) };
  };
  const inTurn = (make: () => CapturedRequest): Promise<Delivery> => {
    const turn = before.then(() => deliver(make));
    before = turn;
    return turn;
  };
  try {
    const [first, ...others] = requests;
    const tried = first === undefined ? [] : [await deliver(first)];
    if (tried[0]?.problem) throw unreachable(target, tried[0].problem);
    const deliveries = [...tried, ...(await context.each(others, inOrder ? inTurn : deliver))];
    const asExpected = deliveries.filter((delivery) => delivery.asExpected).length;
    return { to: target.href, tampered, sent: deliveries.length, asExpected, deliveries };
  } finally {
    await sender.close();
    release();
  }
}

const paceFor = ({ runtime, now, signal }: ToolContext, perSecond: number): Pace =>
  paceOf(
    perSecond,
    () => now().getTime(),
    (ms) => runtime.sleep(ms, signal),
  );

const verdict = ({ sent, asExpected }: Pick<Deliveries, 'sent' | 'asExpected'>): number =>
  sent === asExpected ? 0 : EXIT_CHECK_FAILED;

export const sendCommand = command({
  notes: `Exit 0 when every delivery was accepted (2xx), 9 when one was not, 7 when the receiver does not answer. With --tamper it is the other way round: 0 when every delivery was refused with a status of 400 to 499; ${[...ABOUT_SOMETHING_ELSE].join(', ')} do not count, as they say nothing about the signature. It goes to this machine or to https:// only, unless --insecure-http is given, and never through a proxy.`,
  input: z.object({
    event,
    to,
    set,
    count: z.number().int().min(1).max(100_000).default(1).describe('how many'),
    rate,
    tamper: z
      .enum(TAMPERINGS)
      .optional()
      .describe(
        'deliver what must be refused: another signature, a body changed after signing, a timestamp of yesterday',
      ),
    secretFile,
  }),
  positionals: ['event'],
  output: Deliveries,
  examples: [
    {
      does: 'A test event to a receiver on this machine',
      line: 'webhooks send testing.testEvent --to http://127.0.0.1:4870/ --secret-file webhook-secret.txt',
    },
    {
      does: 'Does it refuse what was changed on its way?',
      line: 'webhooks send contact.created --to http://127.0.0.1:4870/ --tamper body --secret-file webhook-secret.txt',
    },
  ],
  async run(context: ToolContext, input): Promise<Deliveries> {
    const target = parseTarget(input.to, '--to', context.sending.insecureHttp);
    const keys = await readKeys(context, input.secretFile);
    const make = () => {
      const at = context.now();
      const payload = payloadWith(input.event, at, input.set ?? []);
      const message = { id: newMessageId(context.runtime.random), at, payload };
      return input.tamper === undefined ? signedRequest(keys, message) : forgedRequest(keys, message, input.tamper);
    };
    // A setting that is wrong is said before anything is sent.
    make();
    return deliverAll({
      context,
      target,
      tampered: input.tamper ?? null,
      pace: paceFor(context, input.rate),
      requests: Array.from({ length: input.count }, () => make),
      inOrder: false,
    });
  },
  view: { kind: 'drawing', draw: drawDeliveries },
  verdict,
});

export const replayCommand = command({
  notes:
    'The bodies and headers are those of the record. Their timestamps have grown old by then: --resign signs the same bodies and IDs anew. Each delivery waits for the answer to the one before. Exit codes are those of `webhooks send`.',
  input: z.object({
    file: z.string().min(1).describe('a record, or - for standard input'),
    to,
    resign: z.boolean().default(false).describe('sign again, with a timestamp of now'),
    rate,
    secretFile,
  }),
  positionals: ['file'],
  output: Deliveries,
  examples: [
    {
      does: 'To the receiver, as if the events came now',
      line: 'webhooks replay events.ndjson --to http://127.0.0.1:4870/ --resign --secret-file webhook-secret.txt',
    },
  ],
  async run(context: ToolContext, input): Promise<Deliveries> {
    const target = parseTarget(input.to, '--to', context.sending.insecureHttp);
    const keys = input.resign ? await readKeys(context, input.secretFile) : [];
    const { entries, torn } = parseRecord(await context.files.read(input.file));
    if (entries.length === 0 && torn.length > 0) {
      throw usage(
        `${input.file} is not a record of events.`,
        'Records are made by `loopsctl webhooks listen --record`.',
      );
    }
    for (const line of torn.slice(0, 10)) {
      context.warn(`Line ${line} of ${input.file} is not a whole entry and was left out.`);
    }
    if (torn.length > 10) context.warn(`${torn.length - 10} more lines were left out.`);
    if (entries.length === 0) context.note(`${input.file} holds no events.`);
    const requests = entries.map((entry) => () => {
      if (!input.resign) return entry;
      const id = valuesOf(entry.headers, HEADER.id)[0] ?? newMessageId(context.runtime.random);
      return resigned(entry, keys, id, context.now());
    });
    return deliverAll({
      context,
      target,
      tampered: null,
      pace: paceFor(context, input.rate),
      requests,
      inOrder: true,
    });
  },
  view: { kind: 'drawing', draw: drawDeliveries },
  verdict,
});
