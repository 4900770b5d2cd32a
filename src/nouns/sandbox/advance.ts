/** `sandbox advance`: lets time pass in the sandbox. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { operation } from '../../define/operation.ts';
import { advanceUserSandbox } from '../../sandbox/user-sandbox.ts';
import { parseDuration } from '../../text/duration.ts';
import { formatCount, formatNumber } from '../../text/number.ts';
import type { ToolContext } from '../tool-context.ts';
import { callRunning, isGone } from './running.ts';
import { announcedAddress } from './webhook.ts';

const LONGEST_MS = 5 * 365 * 24 * 60 * 60 * 1000;

const counts = {
  records: z.number().int().describe('how many emails, campaigns and workflows have metrics that grow'),
  emails: z.number().int().describe('emails of the outbox that became due'),
  campaigns: z.number().int().describe('scheduled campaigns that were sent'),
  events: z.number().int().describe('webhook events that a running sandbox delivers'),
};
const Counts = z.object(counts);
const Advance = z.object({ duration: z.string(), ...counts });

const advanceRunning = operation('POST /v1/sandbox/advance', 'Let time pass in the sandbox', {
  effect: 'draft',
  input: { ms: z.number().int() },
  output: Counts,
});

/** Only a running sandbox can deliver events, so it lets the time pass itself. Without one, the saved state is changed. */
async function pass(context: ToolContext, ms: number): Promise<z.infer<typeof Counts>> {
  const { runtime } = context;
  const address = await announcedAddress(runtime);
  if (address !== undefined) {
    try {
      return await callRunning(context, address).call(advanceRunning, { ms });
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
  const { records, due, campaigns } = await advanceUserSandbox(runtime, ms);
  return { records, emails: due.length, campaigns, events: 0 };
}

function sentence({ duration, records, emails, campaigns, events }: z.infer<typeof Advance>): string {
  const further = [
    ...(emails === 0 ? [] : [`${formatCount(emails, 'email')} became due (see \`loopsctl sandbox outbox\`).`]),
    ...(campaigns === 0
      ? []
      : [`${formatCount(campaigns, 'scheduled campaign')} ${campaigns === 1 ? 'was' : 'were'} sent.`]),
    ...(events === 0 ? [] : [`The running sandbox delivers ${formatCount(events, 'event')}.`]),
  ];
  const grown = `${duration} passed. The metrics of ${formatNumber(records)} emails, campaigns and workflows have grown.`;
  return [grown, ...further].join('\n');
}

export const advanceCommand = command({
  notes:
    'Metrics depend on the time since the sandbox was created, with busy and quiet hours. Emails that wait in the outbox and scheduled campaigns come closer, and those that are due are sent. A campaign is sent to the contacts that its list, segment and filter select; nobody has opened or clicked anything. If a sandbox with --webhook is running, it delivers the events of these emails. Other dates of records stay.',
  input: z.object({
    duration: z
      .string()
      .refine((text) => (parseDuration(text) ?? Number.POSITIVE_INFINITY) <= LONGEST_MS, {
        error: 'expected a duration up to 5 years, such as 90m, 24h, 7d or 2w',
      })
      .describe('how much time passes: 90m, 24h, 7d, 2w'),
  }),
  positionals: ['duration'],
  calls: [advanceRunning],
  ownConnection: true,
  output: Advance,
  examples: [{ does: 'A week of metrics', line: 'sandbox advance 7d' }],
  run: async (context: ToolContext, { duration }) => ({
    duration,
    ...(await pass(context, parseDuration(duration) ?? 0)),
  }),
  // The value that `run` returned.
  view: { kind: 'drawing', draw: (value) => sentence(value as z.infer<typeof Advance>) },
});
