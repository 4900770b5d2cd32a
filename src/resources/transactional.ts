/** Transactional emails: their records, drafts, publishing and delivery counters. */
import * as z from 'zod';
import { type AnyCommand, command, fromList, fromOperation } from '../define/command.ts';
import { textOf, valueAt } from '../define/json.ts';
import { listOperation, operation } from '../define/operation.ts';
import { requireOneOf } from '../define/schema.ts';
import type { Column, Paper, View } from '../define/view.ts';

export const Transactional = z.looseObject({
  id: z.string(),
  name: z.string(),
  draftEmailMessageId: z.string().nullable().describe('null when there is no draft'),
  draftEmailMessageContentRevisionId: z
    .string()
    .nullish()
    .describe('pass it as expectedRevisionId with the first update of the draft'),
  publishedEmailMessageId: z.string().nullable().describe('null until it is published'),
  transactionalGroupId: z.string().nullish(),
  createdAt: z.string(),
  updatedAt: z.string(),
  dataVariables: z.array(z.string()).describe('used by the published email'),
  url: z.string().optional(),
});
export type Transactional = z.infer<typeof Transactional>;

/** All-time counters over every published version. */
export const Metrics = z.looseObject({
  sends: z.number().int(),
  deliveries: z.number().int(),
  spamReports: z.number().int(),
  hardBounces: z.number().int(),
  softBounces: z.number().int(),
});
export type Metrics = z.infer<typeof Metrics>;

const byId = { transactionalId: z.string().describe('ID of the transactional email').meta({ placeholder: 'id' }) };

export const listTransactional = listOperation(
  'GET /v1/transactional-emails',
  'List the transactional emails',
  Transactional,
);

export const createTransactional = operation('POST /v1/transactional-emails', 'Create a transactional email', {
  input: { name: z.string(), transactionalGroupId: z.string().optional() },
  output: Transactional,
});

export const getTransactional = operation(
  'GET /v1/transactional-emails/{transactionalId}',
  'Show a transactional email',
  { input: byId, output: Transactional },
);

export const updateTransactional = operation(
  'POST /v1/transactional-emails/{transactionalId}',
  'Rename a transactional email or move it to another group',
  {
    input: { ...byId, name: z.string().optional(), transactionalGroupId: z.string().optional() },
    output: Transactional,
  },
);

export const ensureDraft = operation(
  'POST /v1/transactional-emails/{transactionalId}/draft',
  'Make sure that a transactional email has a draft',
  // A draft that is there stays as it is, so asking again changes nothing.
  { input: byId, output: Transactional, repeatable: true },
);

export const publishTransactional = operation(
  'POST /v1/transactional-emails/{transactionalId}/publish',
  'Publish the draft of a transactional email',
  { input: byId, output: Transactional },
);

export const getMetrics = operation(
  'GET /v1/transactional-emails/{transactionalId}/metrics',
  'Show the delivery counters of a transactional email',
  { input: byId, output: Metrics },
);

const details: View = {
  kind: 'details',
  columns: [
    { heading: 'ID', path: 'id', kind: 'id' },
    { heading: 'Name', path: 'name' },
    { heading: 'Draft', path: 'draftEmailMessageId', kind: 'id' },
    { heading: 'Draft revision', path: 'draftEmailMessageContentRevisionId', kind: 'id' },
    { heading: 'Published', path: 'publishedEmailMessageId', kind: 'id' },
    { heading: 'Group', path: 'transactionalGroupId', kind: 'id' },
    { heading: 'Data variables', path: 'dataVariables' },
    { heading: 'Created', path: 'createdAt', kind: 'time' },
    { heading: 'Updated', path: 'updatedAt', kind: 'time' },
  ],
};

const present = (heading: string, path: string): Column => ({
  heading,
  path,
  show: (value) => (value === null || value === undefined ? '' : 'yes'),
});

const COUNTERS: ReadonlyArray<readonly [keyof Metrics & string, string]> = [
  ['sends', 'Sends'],
  ['deliveries', 'Deliveries'],
  ['hardBounces', 'Hard bounces'],
  ['softBounces', 'Soft bounces'],
  ['spamReports', 'Spam reports'],
];

/** Counters with their share of all sends; a share is not told where nothing was sent. */
function drawMetrics(value: unknown, { style }: Paper): string {
  const sends = valueAt(value, 'sends');
  const lines = COUNTERS.map(([path, label]) => {
    const count = valueAt(value, path);
    const share =
      path !== 'sends' && typeof count === 'number' && typeof sends === 'number' && sends > 0
        ? `${((count / sends) * 100).toFixed(2)} %`
        : '';
    return { label, count: typeof count === 'number' ? count.toLocaleString('en-US') : textOf(count ?? '?'), share };
  });
  const widest = (key: 'label' | 'count' | 'share') => Math.max(...lines.map((line) => line[key].length));
  const [label, count, share] = [widest('label'), widest('count'), widest('share')];
  return lines
    .map((line) =>
      `${style.bold(line.label.padEnd(label))}  ${line.count.padStart(count)}  ${style.dim(line.share.padStart(share))}`.trimEnd(),
    )
    .join('\n');
}

const name = z.string().min(1).describe('what it is called');
const group = z.string().optional().describe('ID of its group').meta({ placeholder: 'id' });

export const commands: readonly AnyCommand[] = [
  fromList(listTransactional, {
    examples: [
      { does: 'All of them, newest first', line: 'transactional list' },
      { does: 'IDs and names for a script', line: 'transactional list --fields id,name -o ndjson' },
    ],
    view: {
      kind: 'table',
      columns: [
        { heading: 'ID', path: 'id', kind: 'id' },
        { heading: 'NAME', path: 'name' },
        present('DRAFT', 'draftEmailMessageId'),
        present('PUBLISHED', 'publishedEmailMessageId'),
        { heading: 'UPDATED', path: 'updatedAt', kind: 'time' },
      ],
      empty: 'There are no transactional emails. Create one with `loopsctl transactional create --name <name>`.',
    },
  }),
  fromOperation(getTransactional, {
    name: 'show',
    positionals: ['transactionalId'],
    examples: [{ does: 'One record', line: 'transactional show c5361agykn6fatjv6m1yx7nd3' }],
    view: details,
  }),
  command({
    name: 'create',
    summary: createTransactional.summary,
    notes: 'It begins with an empty draft and is not published. Without --group it joins the default group.',
    input: z.object({ name, group }),
    output: Transactional,
    examples: [{ does: 'In the default group', line: 'transactional create --name "Trial ends tomorrow"' }],
    run: (context, input) =>
      context.call(createTransactional, {
        name: input.name,
        ...(input.group === undefined ? {} : { transactionalGroupId: input.group }),
      }),
    view: details,
  }),
  command({
    name: 'update',
    summary: updateTransactional.summary,
    input: requireOneOf(z.object({ ...byId, name: name.optional(), group }), ['name', 'group']),
    positionals: ['transactionalId'],
    output: Transactional,
    examples: [
      { does: 'Another name', line: 'transactional update c5361agykn6fatjv6m1yx7nd3 --name "Password reset (2026)"' },
    ],
    run: (context, input) =>
      context.call(updateTransactional, {
        transactionalId: input.transactionalId,
        ...(input.name === undefined ? {} : { name: input.name }),
        ...(input.group === undefined ? {} : { transactionalGroupId: input.group }),
      }),
    view: details,
  }),
  fromOperation(ensureDraft, {
    name: 'draft',
    notes:
      'A draft that exists is left as it is. Otherwise one is made from the published version, or empty when there is none.',
    positionals: ['transactionalId'],
    examples: [
      { does: 'Prints the record with the ID of the draft', line: 'transactional draft c5361agykn6fatjv6m1yx7nd3' },
    ],
    view: details,
  }),
  fromOperation(publishTransactional, {
    name: 'publish',
    notes: 'The draft becomes the published message and is cleared. Without a draft nothing is done (exit 5).',
    positionals: ['transactionalId'],
    examples: [{ does: 'Publish', line: 'transactional publish c5361agykn6fatjv6m1yx7nd3' }],
    view: details,
  }),
  fromOperation(getMetrics, {
    name: 'metrics',
    notes: 'The counters are all-time, over every published version.',
    positionals: ['transactionalId'],
    examples: [
      { does: 'For a person', line: 'transactional metrics c5361agykn6fatjv6m1yx7nd3' },
      {
        does: 'For a script: the five counters as the service gave them',
        line: 'transactional metrics c5361agykn6fatjv6m1yx7nd3 --json',
      },
    ],
    view: { kind: 'drawing', draw: drawMetrics },
  }),
];
