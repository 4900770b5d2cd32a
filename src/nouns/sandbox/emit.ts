/** `sandbox emit`: requests an event from a running sandbox. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { operation } from '../../define/operation.ts';
import { Failure } from '../../errors.ts';
import { isLoopback } from '../../runtime/loopback.ts';
import type { ToolContext } from '../tool-context.ts';
import { eventWith } from '../webhooks/delivery/settings.ts';
import { event, set } from '../webhooks/flags.ts';
import { callRunning, isGone } from './running.ts';
import { announcedAddress } from './webhook.ts';

const emitEvent = operation('POST /v1/sandbox/events', 'Send an event from the sandbox', {
  effect: 'draft',
  input: { event, set },
  output: z.object({ id: z.string(), payload: z.looseObject({ eventName: z.string() }) }),
});

const notRunning = (place: string, cause?: unknown): Failure =>
  new Failure('usage', `No sandbox with a webhook endpoint is running${place}.`, {
    hint: 'Start one with `loopsctl sandbox start --webhook <url>`, or pass its base URL with --base-url.',
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
    try {
      return await callRunning(context, baseUrl).call(emitEvent, input);
    } catch (error) {
      throw isGone(error) ? notRunning(` at ${baseUrl}`, error) : error;
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
