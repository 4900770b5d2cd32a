/** `transactional show`: where an email is between draft and published, in words, and its metrics on request. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { textOf, valueAt } from '../../define/json.ts';
import { nameAndId } from '../../define/names.ts';
import type { Display } from '../../define/view.ts';
import { hang } from '../../text/wrap.ts';
import { TRANSACTIONAL_METRICS } from '../email-metrics/metric.ts';
import { drawMetrics } from '../email-metrics/view.ts';
import { isSendableId, references } from '../ids.ts';
import { contentDifferences } from '../messages/differences.ts';
import { getMessage } from '../messages/operations.ts';
import { unlessItFails } from '../optional-request.ts';
import { byId, getMetrics, getTransactional, Metrics, Transactional } from './operations.ts';
import { transactionalColumns } from './records.ts';

const ShownEmail = Transactional.extend({
  draftDiffers: z
    .boolean()
    .optional()
    .describe('whether the draft and the published version differ; only where the output is text and there are both'),
  metrics: Metrics.optional().describe('only with --metrics'),
});

const isSet = (value: unknown): value is string => typeof value === 'string' && value !== '';

async function draftDiffers(context: Context, { draftEmailMessageId, publishedEmailMessageId }: Transactional) {
  if (!isSendableId(draftEmailMessageId) || !isSendableId(publishedEmailMessageId)) return {};
  const messages = await unlessItFails(
    () =>
      context.each([draftEmailMessageId, publishedEmailMessageId], (emailMessageId) =>
        context.call(getMessage, { emailMessageId }),
      ),
    () => context.note('The draft and the published version could not be compared.'),
  );
  const [draft, published] = messages ?? [];
  if (draft === undefined || published === undefined) return {};
  return { draftDiffers: (await contentDifferences(published, draft)).length > 0 };
}

/** Anything but an ID or null was not readable: then nothing is claimed. */
const isKnown = (value: unknown): boolean => isSet(value) || value === null;

function stateOf(email: unknown): string {
  const [draft, published] = [valueAt(email, 'draftEmailMessageId'), valueAt(email, 'publishedEmailMessageId')];
  if (!isKnown(draft) || !isKnown(published)) return 'Unknown: the response could not be read.';
  if (isSet(published) && isSet(draft)) {
    const differs = valueAt(email, 'draftDiffers');
    if (differs === true) return 'Published, with a draft that differs. Recipients get the published version.';
    if (differs === false) return 'Published, with a draft of the same content.';
    return 'Published, with a draft. Recipients get the published version.';
  }
  if (isSet(published)) return 'Published, without a draft.';
  if (isSet(draft)) return 'Draft: never published, so it cannot be sent.';
  return 'Empty: neither a draft nor a published version.';
}

/** The next command, where there is an obvious one. */
function nextStep(email: unknown): string | undefined {
  const id = textOf(valueAt(email, 'id'));
  const hasPublished = isSet(valueAt(email, 'publishedEmailMessageId'));
  if (!isSet(valueAt(email, 'draftEmailMessageId'))) return undefined;
  if (!hasPublished) return `loopsctl transactional publish ${id}`;
  return valueAt(email, 'draftDiffers') === true ? `loopsctl messages diff --transactional ${id}` : undefined;
}

function variablesText(email: unknown): string {
  const names = valueAt(email, 'dataVariables');
  if (!Array.isArray(names)) return 'unknown';
  if (!isSet(valueAt(email, 'publishedEmailMessageId'))) return 'see `loopsctl transactional vars`';
  return names.length === 0 ? 'none' : names.map((name) => `{data.${textOf(name)}}`).join(', ');
}

function draw(email: unknown, display: Display): string {
  const { style, exactTime } = display;
  const at = (name: string) => valueAt(email, name);
  const next = nextStep(email);
  const fields: ReadonlyArray<readonly [label: string, text: string]> = [
    ['Name', textOf(at('name'))],
    ['ID', textOf(at('id'))],
    ['State', stateOf(email)],
    ...(next === undefined ? [] : [['Next', next] as const]),
    ['Group', isSet(at('transactionalGroupId')) ? nameAndId(at('transactionalGroupId'), display) : ''],
    ['Variables', variablesText(email)],
    ['Draft', textOf(at('draftEmailMessageId'))],
    ['Published', textOf(at('publishedEmailMessageId'))],
    ['Created', exactTime(at('createdAt'))],
    ['Updated', exactTime(at('updatedAt'))],
  ];
  const lines = fields.map(([label, text]) => hang(style.bold(label.padEnd(11)), text === '' ? 'none' : text, display));
  const metrics = at('metrics');
  return [
    lines.join('\n'),
    ...(metrics === undefined ? [] : [drawMetrics(metrics, { metrics: TRANSACTIONAL_METRICS }, display)]),
  ].join('\n\n');
}

export const showCommand = command({
  notes:
    'Text output compares the draft with the published version, where there are both. The variables are those that the API lists for the published version: `transactional vars` also finds those that only decide what is shown.',
  input: z.object({
    ...byId,
    metrics: z.boolean().default(false).describe('with its metrics'),
  }),
  positionals: ['transactionalId'],
  calls: [getTransactional, getMessage, getMetrics],
  shows: references('transactional group'),
  output: ShownEmail,
  examples: [
    { does: 'One email', line: 'transactional show c5361agykn6fatjv6m1yx7nd3' },
    { does: 'One email with its metrics', line: 'transactional show "Password reset" --metrics' },
  ],
  run: async (context, { transactionalId, metrics }) => {
    const email = await context.call(getTransactional, { transactionalId });
    return {
      ...email,
      ...(context.isForPeople ? await draftDiffers(context, email) : {}),
      ...(metrics ? { metrics: await context.call(getMetrics, { transactionalId }) } : {}),
    };
  },
  view: { kind: 'drawing', draw, columns: transactionalColumns, isRecord: true },
});
