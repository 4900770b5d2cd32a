/** `transactional vars`: the data variables of a transactional email, and how the draft differs from what is published. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import type { Display } from '../../define/view.ts';
import { EXIT_CHECK_FAILED } from '../../errors.ts';
import { hang } from '../../text/wrap.ts';
import { idOf } from '../ids.ts';
import { openSource, SOURCE_CALLS } from '../messages/sources.ts';
import { againstInput } from '../messages/vars/command.ts';
import { compareValues, readValues, variablesOf } from '../messages/vars/list.ts';
import { type VariableRow, Variables } from '../messages/vars/schema.ts';
import { drawVariables } from '../messages/vars/view.ts';
import { getTransactional } from './operations.ts';

const TransactionalVariables = Variables.extend({
  version: z.enum(['draft', 'published']).describe('the version that the variables are of'),
  added: z.array(z.string()).describe('variables of the draft that the published version does not have'),
  removed: z.array(z.string()).describe('variables of the published version that the draft does not have'),
});
type TransactionalVariables = z.infer<typeof TransactionalVariables>;

const missingFrom = (rows: readonly VariableRow[], others: readonly VariableRow[]): string[] => {
  const known = new Set(others.map(({ variable }) => variable));
  return rows.map(({ variable }) => variable).filter((variable) => !known.has(variable));
};

function draw(value: unknown, display: Display): string {
  // The value that `run` returned.
  const { version, added, removed } = value as TransactionalVariables;
  const { style } = display;
  return [
    style.dim(version === 'draft' ? 'The draft:' : 'The published version:'),
    drawVariables(value, display),
    ...(added.length === 0
      ? []
      : [hang(style.green('new       '), `${added.join(', ')} (not published yet)`, display)]),
    ...(removed.length === 0
      ? []
      : [hang(style.red('removed   '), `${removed.join(', ')} (still published)`, display)]),
  ].join('\n');
}

export const varsCommand = command({
  notes:
    'The list of the API leaves out variables that only decide what is shown; this one is read from the content. A send needs every required variable: {data.name} in each email, without a fallback.',
  input: z.object({
    transactionalId: idOf('transactional email'),
    published: z.boolean().default(false).describe('the published version, even if there is a draft'),
    against: againstInput,
  }),
  positionals: ['transactionalId'],
  calls: [getTransactional, ...SOURCE_CALLS],
  output: TransactionalVariables,
  examples: [
    { does: 'What an email needs', line: 'transactional vars c5361agykn6fatjv6m1yx7nd3' },
    {
      does: 'Whether an example has it',
      line: 'transactional vars c5361agykn6fatjv6m1yx7nd3 --against \'{"firstName": "Ada", "resetLink": "https://acme.test/r", "expiresInMinutes": 30}\'',
    },
  ],
  run: async (context, { transactionalId, published, against }): Promise<TransactionalVariables> => {
    const values = against === undefined ? undefined : await readValues(context, against, 'against');
    const email = await context.call(getTransactional, { transactionalId });
    const hasDraft = email.draftEmailMessageId !== null;
    const open = async (isPublished: boolean) =>
      openSource(context, { type: 'transactional', name: transactionalId }, isPublished);
    const version = hasDraft && !published ? 'draft' : 'published';
    const source = await open(version === 'published');
    const variables = [...variablesOf(source)];
    const hasBoth = hasDraft && email.publishedEmailMessageId !== null;
    const other = hasBoth ? variablesOf(await open(version === 'draft')) : variables;
    const [draft, live] = version === 'draft' ? [variables, other] : [other, variables];
    return {
      source: source.source,
      version,
      variables,
      added: missingFrom(draft, live),
      removed: missingFrom(live, draft),
      ...(values === undefined ? {} : { problems: [...compareValues(variables, values, ['data'])] }),
    };
  },
  view: { kind: 'drawing', draw },
  verdict: ({ problems = [] }) => (problems.length > 0 ? EXIT_CHECK_FAILED : 0),
});
