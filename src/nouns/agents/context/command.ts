/** `context`: the account in a few thousand tokens, for a language model. */
import * as z from 'zod';
import { command } from '../../../define/command.ts';
import { usage } from '../../../errors.ts';
import type { ToolContext } from '../../tool-context.ts';
import { fitTokens, markdown, withBlock } from './document.ts';
import { CONTEXT_CALLS, readAccount } from './read.ts';
import { AccountContext, SECTIONS, type SectionName } from './schema.ts';

function readSections(text: string | undefined): readonly SectionName[] {
  if (text === undefined) return SECTIONS;
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !SECTIONS.some((name) => name === word));
  if (unknown !== undefined) {
    throw usage(`Unknown section ${JSON.stringify(unknown)} in --only.`, `Sections: ${SECTIONS.join(', ')}.`);
  }
  return SECTIONS.filter((name) => words.includes(name));
}

const asJson = (account: AccountContext): string => JSON.stringify(account, null, 2);

export const contextCommand = command({
  notes:
    'Prints Markdown, or JSON with --json: the team, its lists, properties, events and who listens, emails with their variables, drafts, workflows and themes. The text is the same as long as the account is: it has no times, no counts of people and no email addresses. Sections that do not fit end with the number of records that were left out. --write keeps the lines between two comments of a file up to date.',
  input: z.object({
    only: z
      .string()
      .min(1)
      .optional()
      .describe(`sections, comma-separated: ${SECTIONS.join(', ')}`)
      .meta({ placeholder: 'a,b' }),
    maxTokens: z.number().int().min(1).default(4000).describe('the most tokens that the text may take'),
    write: z.string().min(1).optional().describe('update this file instead of printing').meta({ placeholder: 'file' }),
  }),
  output: AccountContext,
  calls: CONTEXT_CALLS,
  examples: [
    { does: 'The account for a language model', line: 'context' },
    { does: 'Keep a file of a repository up to date', line: 'context --write LOOPS.md' },
    { does: 'Only what programs send', line: 'context --only events,transactional --json' },
  ],
  run: async (context: ToolContext, { only, maxTokens, write }): Promise<AccountContext> => {
    if (write === '-') throw usage('--write needs a file, not stdout.', 'Omit --write to print the text.');
    const names = readSections(only);
    const isJson = !['table', undefined].includes(context.flags.output);
    const account = fitTokens(
      await readAccount(context, names),
      maxTokens,
      isJson && write === undefined ? asJson : markdown,
    );
    if (write === undefined) return account;
    const before = (await context.files.find(write))?.toString();
    const after = withBlock(before, markdown(account), write);
    if (after !== before) await context.files.replace(write, after);
    return { ...account, file: write, changed: after !== before };
  },
  view: {
    kind: 'drawing',
    draw: (value) => {
      const account = AccountContext.parse(value);
      if (account.file === undefined) return markdown(account);
      return account.changed ? `Updated ${account.file}.` : `${account.file} is up to date.`;
    },
  },
});
