/** `sandbox start`: serves the sandbox until it is stopped. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { isRecord } from '../../define/json.ts';
import type { Display } from '../../define/view.ts';
import { usage } from '../../errors.ts';
import { AREAS, type Area } from '../../http/limits.ts';
import { startUserSandbox } from '../../sandbox/user-sandbox.ts';
import type { ToolContext } from '../tool-context.ts';
import { secretFile } from '../webhooks/flags.ts';
import { openSandboxWebhook } from './webhook.ts';

const input = z.object({
  port: z.number().int().min(0).max(65_535).default(0).describe('port to listen on; 0 for a free one'),
  webhook: z
    .string()
    .min(1)
    .optional()
    .describe('URL to deliver events to, see `loopsctl sandbox emit`')
    .meta({ placeholder: 'url' }),
  secretFile,
  disable: z
    .string()
    .optional()
    .describe(`APIs to disable, comma-separated: ${AREAS.join(', ')}`)
    .meta({ placeholder: 'apis' }),
  sendingDomain: z.boolean().default(true).describe('simulate a team without a sending domain'),
  rateLimit: z.boolean().default(false).describe('enforce the rate limits of the API'),
  rateLimitScale: z.number().gt(0).max(1).default(1).describe('scale the rate-limit window, e.g. 0.1'),
});

function parseAreas(list: string | undefined): readonly Area[] {
  const names = list?.split(',').map((name) => name.trim()) ?? [];
  const unknown = names.find((name) => !(AREAS as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw usage(`invalid value ${JSON.stringify(unknown)} for --disable`, `Available: ${AREAS.join(', ')}.`);
  }
  return names as Area[];
}

async function openWebhook(context: ToolContext, { webhook, secretFile: file }: z.output<typeof input>) {
  if (webhook !== undefined) return openSandboxWebhook(context, webhook, file);
  if (file !== undefined) throw usage('--secret-file requires --webhook.', 'Add --webhook <url>.');
  return undefined;
}

/** On a terminal nothing evaluates the lines, so that they need an explanation. */
function exportLines(variables: unknown, { width }: Display): string {
  const entries = Object.entries(isRecord(variables) ? variables : {});
  const lines = entries.map(([name, value]) => `export ${name}=${String(value)}`);
  if (width === undefined) return lines.join('\n');
  return ['In another terminal, run:', '', ...lines.map((line) => `  ${line}`), ''].join('\n');
}

export const startCommand = command({
  notes:
    'Prints two export lines for `eval`. Changes are saved to the state file that --sandbox uses too. With --webhook, events are signed and delivered to the URL: a testing.testEvent at the start, the events about contacts and emails that follow from API calls, and every event of `loopsctl sandbox emit`, at most ten per second, with retries. Press Ctrl-C to stop (exit 0).',
  input,
  output: z.object({ LOOPS_BASE_URL: z.string(), LOOPS_API_KEY: z.string() }),
  examples: [
    { does: 'On a free port', line: 'sandbox start' },
    { does: 'As a team without access to the content API', line: 'sandbox start --disable content' },
  ],
  async *run(context: ToolContext, { port, disable, sendingDomain, rateLimit, rateLimitScale, ...rest }) {
    const release = context.runtime.catchSignals();
    const disabled = parseAreas(disable);
    const webhook = await openWebhook(context, { port, disable, sendingDomain, rateLimit, rateLimitScale, ...rest });
    const sandbox = await startUserSandbox(context.runtime, {
      port,
      emit: webhook?.emit,
      disabled,
      sendingDomain,
      rateLimit: rateLimit ? { scale: rateLimitScale } : undefined,
      onRequest: context.note,
    });
    try {
      await webhook?.announce(sandbox.baseUrl);
      yield [{ LOOPS_BASE_URL: sandbox.baseUrl, LOOPS_API_KEY: sandbox.apiKey }];
      context.note(`Sandbox running on ${sandbox.baseUrl}. Press Ctrl-C to stop.`);
      webhook?.sendTestEvent();
      await aborted(context.signal);
    } finally {
      await webhook?.close();
      await sandbox.close();
      release();
    }
  },
  view: { kind: 'lines', line: exportLines },
});

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
