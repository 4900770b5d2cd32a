/** `schema lmx`: tags, attributes and rules of LMX as JSON, for editors and other tools. */
import * as z from 'zod';
import { command } from '../define/command.ts';
import { describeLanguage } from '../lmx/describe.ts';

export const lmxSchemaCommand = command({
  notes: 'The description comes from the same data as `messages check`. docs/lmx.md has it as text.',
  input: z.object({}),
  output: z.looseObject({ tags: z.record(z.string(), z.unknown()) }),
  examples: [{ does: 'Tags and attributes', line: 'schema lmx' }],
  run: async () => describeLanguage(),
  view: { kind: 'document' },
});
