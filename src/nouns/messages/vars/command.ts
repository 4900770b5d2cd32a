/** `messages vars`: the variables of one email, and what an example of their values lacks. */
import * as z from 'zod';
import { command } from '../../../define/command.ts';
import { EXIT_CHECK_FAILED } from '../../../errors.ts';
import { emailInput, oneWanted, openSource, SOURCE_CALLS } from '../sources.ts';
import { compareValues, readValues, variablesOf } from './list.ts';
import { Variables } from './schema.ts';
import { drawVariables } from './view.ts';

export const againstInput = z
  .string()
  .min(1)
  .optional()
  .describe('values to compare with, as JSON or a file; exit with 9 if one is missing, unknown or of the wrong type')
  .meta({ placeholder: 'json' });

export const varsCommand = command({
  notes:
    'Variables are read from the body and, for a message of the account or saved as JSON, from the subject, preview text and sender fields. A variable is required if every email shows it and it has no fallback. With --against, values are looked up in the object itself, or in its keys contact, event and data.',
  input: z.object({
    ...emailInput,
    against: againstInput,
  }),
  positionals: ['message'],
  calls: SOURCE_CALLS,
  output: Variables,
  examples: [
    { does: 'A file', line: 'messages vars welcome.lmx' },
    {
      does: 'A file and an example',
      line: 'messages vars welcome.lmx --against \'{"firstName": "Ada", "userId": "7"}\'',
    },
    { does: 'The message of a campaign', line: 'messages vars "AI rota launch"' },
  ],
  run: async (context, typed): Promise<Variables> => {
    const wanted = oneWanted(typed);
    const { published, against } = typed;
    const values = against === undefined ? undefined : await readValues(context, against, 'against');
    const source = await openSource(context, wanted, published);
    const variables = [...variablesOf(source)];
    if (values === undefined) return { source: source.source, variables };
    const problems = compareValues(variables, values, ['contact', 'event', 'data']);
    return { source: source.source, variables, problems: [...problems] };
  },
  view: { kind: 'drawing', draw: drawVariables },
  verdict: ({ problems = [] }) => (problems.length > 0 ? EXIT_CHECK_FAILED : 0),
});
