/** `sandbox outbox`: the emails that the sandbox would have sent, and the workflows that events and contacts have started. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { isRecord, textOf } from '../../define/json.ts';
import { Mail, outboxSection } from '../../sandbox/outbox.ts';
import { readUserSandbox } from '../../sandbox/user-sandbox.ts';
import { WorkflowStart, workflowStarts } from '../../sandbox/workflow-starts.ts';
import type { ToolContext } from '../tool-context.ts';

const variables = (value: unknown): string =>
  Object.entries(isRecord(value) ? value : {})
    .map(([name, one]) => `${name}=${textOf(one)}`)
    .join(' ');

const files = (value: unknown): string =>
  Array.isArray(value) ? value.map((file) => textOf(isRecord(file) ? file['filename'] : file)).join(', ') : '';

export const outboxCommand = command({
  notes:
    'The newest email comes last. The emails of a workflow are listed up to the first condition, with the time when they are due. --starts lists the workflows that started, were queued or did not start, and why.',
  input: z.object({
    to: z.string().min(1).optional().describe('only emails to this address').meta({ placeholder: 'email' }),
    starts: z.boolean().default(false).describe('list workflow starts instead of emails'),
  }),
  output: z.union([z.array(Mail), z.array(WorkflowStart)]),
  examples: [
    { does: 'All emails', line: 'sandbox outbox' },
    { does: 'The emails to one recipient, for a test', line: 'sandbox outbox --to ada@example.com --json' },
    { does: 'Which workflows have started', line: 'sandbox outbox --starts' },
  ],
  run: async ({ runtime }: ToolContext, { to, starts }): Promise<readonly (Mail | WorkflowStart)[]> => {
    const account = await readUserSandbox(runtime);
    if (starts) return workflowStarts.of(account);
    return outboxSection.of(account).mails.filter((mail) => to === undefined || mail.to === to);
  },
  view: ({ starts }) =>
    starts
      ? {
          kind: 'table',
          columns: [
            { heading: 'WORKFLOW', path: 'workflow' },
            { heading: 'BECAUSE', path: 'because' },
            { heading: 'OUTCOME', path: 'outcome' },
            { heading: 'NOTE', path: 'note', minor: true },
            { heading: 'TIME', path: 'time', kind: 'time', minor: true },
          ],
          empty: 'No workflow has started.',
        }
      : {
          kind: 'table',
          columns: [
            { heading: 'TO', path: 'to' },
            { heading: 'EMAIL', path: 'name' },
            { heading: 'SUBJECT', path: 'subject', optional: true },
            { heading: 'VARIABLES', path: 'variables', show: variables, minor: true },
            { heading: 'FILES', path: 'attachments', show: files, optional: true },
            { heading: 'DUE', path: 'sendAt', kind: 'time' },
          ],
          empty: 'The outbox is empty.',
        },
});
