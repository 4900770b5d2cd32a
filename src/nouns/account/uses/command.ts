/** `where-used`: everything of the account that uses a theme, component, segment, mailing list, event or property. */
import * as z from 'zod';
import { command } from '../../../define/command.ts';
import { worstExitCode } from '../../../errors.ts';
import { formatReasons } from '../../../text/list.ts';
import { formatCount } from '../../../text/number.ts';
import type { ToolContext } from '../../tool-context.ts';
import { findUses, READ_CALLS, Use } from './read.ts';
import { findTarget, TARGET_CALLS, TARGET_TYPES } from './targets.ts';

const input = z.object({
  type: z.enum(TARGET_TYPES).describe('type of the thing').meta({ placeholder: 'type', orPlural: true }),
  name: z.string().min(1).describe('its name or ID').meta({ placeholder: 'name|id' }),
});

async function run(context: ToolContext, { type, name }: z.output<typeof input>): Promise<readonly Use[]> {
  const target = await findTarget(context, type, name);
  const uses = await findUses(context, target);
  const unread = uses.flatMap(({ error }) => error ?? []);
  if (unread.length > 0) {
    context.warn(
      `Could not read ${formatCount(unread.length, 'record')}, which may use it too: ${formatReasons(unread.map(({ message }) => message))}`,
    );
  }
  return uses;
}

export const whereUsedCommand = command({
  notes: [
    'Finds uses of a theme or component in emails; of a segment or mailing list in campaigns and workflows; of an event in triggers; of a property in emails, filters and triggers. A component counts as used by every email that contains it, also inside another component, and the default theme by every email without a theme.',
    'The API has no search, so everything is read: one request for each workflow and, unless it is about a segment, list or event, for each email, at most 60 per minute. Emails that were published are kept in the cache until they change; --no-cache reads all of them again.',
    'What could not be read is in the result with an error. Emails that LMX cannot express are such a case, and do not change the exit code.',
  ].join('\n\n'),
  input,
  positionals: ['type', 'name'],
  calls: [...TARGET_CALLS, ...READ_CALLS],
  output: z.array(Use),
  requests: '1 per email and workflow',
  examples: [
    { does: 'Which emails a change of the component reaches', line: 'where-used component Signature' },
    { does: 'Which campaigns and workflows use a segment', line: 'where-used segment "Payment overdue"' },
    { does: 'What starts from an event, as JSON', line: 'where-used event paymentFailed --json' },
  ],
  run,
  // LMX cannot express some emails, which is no reason to fail.
  verdict: (uses) => worstExitCode(uses.flatMap(({ error }) => (error && error.code !== 'conflict' ? [error] : []))),
  view: ({ name }) => ({
    kind: 'table',
    columns: [
      { heading: 'TYPE', path: 'type' },
      { heading: 'NAME', path: 'name' },
      { heading: 'WHERE', path: 'where' },
      { heading: 'THROUGH', path: 'through', optional: true, minor: true },
      { heading: 'STATUS', path: 'status', optional: true, minor: true },
      { heading: 'ERROR', path: 'error.message', optional: true },
      { heading: 'ID', path: 'id', kind: 'id' },
    ],
    empty: `Nothing uses ${JSON.stringify(name)}.`,
  }),
});
