/** `webhooks sample`: a sample payload. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import type { ToolContext } from '../tool-context.ts';
import { ENVELOPE, EVENT_NAMES, type Payload, samplePayload } from './delivery/events.ts';
import { payloadWith } from './delivery/settings.ts';
import { event, set } from './flags.ts';

/** All top-level fields of all payloads. The event decides which of them a payload has. */
const AnyPayload = z.looseObject(
  Object.fromEntries(
    EVENT_NAMES.flatMap((name) => Object.keys(samplePayload(name, new Date(0)))).map((field) => [
      field,
      ENVELOPE.includes(field) ? z.unknown() : z.unknown().optional(),
    ]),
  ),
);

export const sampleCommand = command({
  input: z.object({ event, set }),
  positionals: ['event'],
  output: AnyPayload,
  examples: [
    { does: 'Save the payload for a new contact', line: 'webhooks sample contact.created -o ndjson > body.json' },
    {
      does: 'A campaign email opened by a contact without a user ID',
      line: 'webhooks sample email.opened --set sourceType=campaign --set contactIdentity.userId=null',
    },
  ],
  run: async (context: ToolContext, input): Promise<Payload> =>
    payloadWith(input.event, context.now(), input.set ?? []),
  view: { kind: 'document' },
});
