/** `webhooks replay`: delivers recorded events again. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { usage } from '../../errors.ts';
import type { ToolContext } from '../tool-context.ts';
import { Deliveries, deliverAll, verdict } from './deliver.ts';
import { parseTarget } from './delivery/delivery.ts';
import { parseRecord } from './delivery/record.ts';
import { valuesOf } from './delivery/request.ts';
import { HEADER } from './delivery/signature.ts';
import { newMessageId, resigned } from './delivery/signed-request.ts';
import { rate, secretFile, to } from './flags.ts';
import { readKeys } from './secrets.ts';
import { drawDeliveries } from './view.ts';

/** More incomplete lines than this are only counted. */
const MAX_WARNINGS = 10;

async function readRecord({ files, warn, note }: ToolContext, file: string) {
  const { entries, torn } = parseRecord(await files.read(file));
  if (entries.length === 0 && torn.length > 0) {
    throw usage(`${file} is not a log file of deliveries.`, 'Create one with `loopsctl webhooks listen --record`.');
  }
  for (const line of torn.slice(0, MAX_WARNINGS)) warn(`Skipped line ${line} of ${file}: it is incomplete.`);
  if (torn.length > MAX_WARNINGS) warn(`Skipped ${torn.length - MAX_WARNINGS} more incomplete lines.`);
  if (entries.length === 0) note(`${file} has no deliveries.`);
  return entries;
}

export const replayCommand = command({
  notes:
    'Sends the recorded bodies and headers. Receivers reject old timestamps: use --re-sign to sign the same bodies and IDs with a current timestamp. Each delivery waits for the response to the previous one. Exit codes are those of `webhooks send`.',
  input: z.object({
    file: z.string().min(1).describe('log file of `webhooks listen --record`; - for stdin'),
    to,
    reSign: z.boolean().default(false).describe('sign again with a current timestamp'),
    rate,
    secretFile,
  }),
  positionals: ['file'],
  output: Deliveries,
  examples: [
    {
      does: 'Replay recorded events with current timestamps',
      line: 'webhooks replay events.ndjson --to localhost:4870 --re-sign --secret-file secret.txt',
    },
  ],
  async run(context: ToolContext, input): Promise<Deliveries> {
    const target = parseTarget(input.to, '--to', context.sending.insecureHttp);
    const keys = input.reSign ? await readKeys(context, input.secretFile) : [];
    const entries = await readRecord(context, input.file);
    const requests = entries.map((entry) => () => {
      if (!input.reSign) return entry;
      const id = valuesOf(entry.headers, HEADER.id)[0] ?? newMessageId(context.runtime.random);
      return resigned(entry, keys, id, context.now());
    });
    return deliverAll(context, { target, tampered: null, rate: input.rate, requests, inOrder: true });
  },
  view: { kind: 'drawing', draw: drawDeliveries },
  verdict,
});
