/** `sandbox emit`: requests an event from a running sandbox. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { operation } from '../../define/operation.ts';
import { Failure } from '../../errors.ts';
import { isLoopback } from '../../runtime/loopback.ts';
import { SANDBOX_API_KEY } from '../../sandbox/access.ts';
import type { ToolContext } from '../tool-context.ts';
import { eventWith } from '../webhooks/delivery/settings.ts';
import { event, set } from '../webhooks/flags.ts';
import { announcedAddress } from './webhook.ts';

const emitEvent = operation('POST /v1/sandbox/events', 'Send an event from the sandbox', {
  effect: 'draft',
  input: { event, set },
  output: z.object({ id: z.string(), payload: z.looseObject({ eventName: z.string() }) }),
});

const notRunning = (place: string, cause?: unknown): Failure =>
  new Failure('usage', `No sandbox with a webhook endpoint is running${place}.`, {
    hint: 'Start one with `loopsctl sandbox start --webhook <url>`, or set its address with --base-url.',
    cause,
  });

/** From the flag, the variable that `sandbox start` prints, or the latest sandbox. Rejects with a `usage` failure if none is known. */
async function sandboxAddress({ target, runtime }: ToolContext): Promise<string> {
  const variable = runtime.env['LOOPS_BASE_URL'] ?? '';
  if (target.baseUrl !== undefined) return target.baseUrl;
  if (URL.canParse(variable) && isLoopback(new URL(variable))) return variable;
  const baseUrl = await announcedAddress(runtime);
  if (baseUrl === undefined) throw notRunning('');
  return baseUrl;
}

export const emitCommand = command({
  notes:
    'Requires a sandbox started with --webhook. The log of the sandbox shows the result. Payloads refer to emails and workflows of the sandbox.',
  input: z.object({ event, set }),
  positionals: ['event'],
  calls: [emitEvent],
  ownConnection: true,
  output: emitEvent.output,
  examples: [{ does: 'To the endpoint of the sandbox', line: 'sandbox emit email.delivered' }],
  async run(context: ToolContext, input) {
    // Checked here as well, so that an invalid setting is a usage error as in every other command.
    eventWith(input.event, context.now(), input.set ?? []);
    const baseUrl = await sandboxAddress(context);
    const connection = { apiKey: SANDBOX_API_KEY, baseUrl, keySource: 'the sandbox', baseUrlSource: 'the sandbox' };
    try {
      return await context.withConnection(connection).call(emitEvent, input);
    } catch (error) {
      // The sandbox was killed and left its address, or another server has the port now.
      const gone = error instanceof Failure && ['unavailable', 'not_found', 'unauthorized'].includes(error.code);
      throw gone ? notRunning(` at ${baseUrl}`, error) : error;
    }
  },
  view: {
    kind: 'details',
    columns: [
      { heading: 'Queued', path: 'id', kind: 'id' },
      { heading: 'Event', path: 'payload.eventName' },
    ],
  },
});
