/** `webhooks send`: signs an event and delivers it to a receiver. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import type { ToolContext } from '../tool-context.ts';
import { Deliveries, deliverAll, UNRELATED_STATUSES, verdict } from './deliver.ts';
import { parseTarget } from './delivery/delivery.ts';
import { payloadWith } from './delivery/settings.ts';
import { forgedRequest, newMessageId, signedRequest, TAMPERINGS } from './delivery/signed-request.ts';
import { event, rate, secretFile, set, to } from './flags.ts';
import { readKeys } from './secrets.ts';
import { drawDeliveries } from './view.ts';

export const sendCommand = command({
  notes: `Exit 0: every delivery was accepted (2xx). Exit 9: at least one was not. Exit 7: the receiver does not respond. With --tamper, exit 0 means every delivery was rejected (4xx except ${UNRELATED_STATUSES.join(', ')}). Delivers only to this machine or to https:// URLs, unless --insecure-http is set, and never through a proxy.`,
  input: z.object({
    event,
    to,
    set,
    count: z.number().int().min(1).max(100_000).default(1).describe('number of deliveries'),
    rate,
    tamper: z
      .enum(TAMPERINGS)
      .optional()
      .describe('send an invalid delivery: wrong signature, modified body, or old timestamp'),
    secretFile,
  }),
  positionals: ['event'],
  output: Deliveries,
  examples: [
    {
      does: 'Send a test event to a local receiver',
      line: 'webhooks send testing.testEvent --to localhost:4870 --secret-file secret.txt',
    },
    {
      does: 'Check that a modified body is rejected',
      line: 'webhooks send contact.created --to localhost:4870 --tamper body --secret-file secret.txt',
    },
  ],
  async run(context: ToolContext, input): Promise<Deliveries> {
    const target = parseTarget(input.to, '--to', context.sending.insecureHttp);
    const keys = await readKeys(context, input.secretFile);
    const build = () => {
      const at = context.now();
      const payload = payloadWith(input.event, at, input.set ?? []);
      const message = { id: newMessageId(context.runtime.random), at, payload };
      return input.tamper === undefined ? signedRequest(keys, message) : forgedRequest(keys, message, input.tamper);
    };
    // An invalid --set fails before anything is sent.
    build();
    return deliverAll(context, {
      target,
      tampered: input.tamper ?? null,
      rate: input.rate,
      requests: Array.from({ length: input.count }, () => build),
      inOrder: false,
    });
  },
  view: { kind: 'drawing', draw: drawDeliveries },
  verdict,
});
