/** `plan`: what a push would do. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { EXIT_CHECK_FAILED } from '../../errors.ts';
import { choiceInput, profileOfEnvironment, projectInput } from './flags.ts';
import { markdownPlan } from './markdown.ts';
import { planOf, prepare, READ_CALLS } from './prepare.ts';
import { ProjectPlan } from './schema.ts';
import { drawPlan } from './view.ts';

export const planCommand = command({
  notes: [
    'Compares the files, the account, and the lock, which has the content on which both last agreed. + is created by a push and ~ updated; < was changed in the account only, and is updated by a pull; ! is a conflict or something that the API cannot do. Records that only the account has are counted as "without files"; ? is one whose files are gone.',
    'Reads the lists, and the content of what may have changed on one side. Nothing is changed. Exit code 9 for a conflict or something blocked; with --exit-code, also if the files and the account differ.',
  ].join('\n\n'),
  input: z.object({
    ...projectInput,
    ...choiceInput,
    exitCode: z.boolean().default(false).describe('exit with 9 if the files and the account differ'),
    out: z.string().optional().describe('save the plan for `push`').meta({ placeholder: 'file' }),
    format: z.enum(['markdown']).optional().describe('as a comment for a pull request'),
  }),
  calls: READ_CALLS,
  profileFor: profileOfEnvironment,
  output: ProjectPlan,
  examples: [
    { does: 'What a push would do', line: 'plan' },
    { does: 'Fail in CI if anything differs', line: 'plan --exit-code' },
    { does: 'A comment for a pull request', line: 'plan --format markdown' },
    { does: 'Save it, to push exactly this', line: 'plan --out plan.json' },
  ],
  run: async (context, input) => {
    const plan = planOf(await prepare(context, input));
    if (input.out !== undefined) {
      await context.files.replace(input.out, `${JSON.stringify(plan, null, 2)}\n`);
      context.note(`Saved the plan. Apply exactly this plan with \`loopsctl push ${input.out}\`.`);
    }
    return plan;
  },
  view: ({ format }) =>
    format === 'markdown' ? { kind: 'text', text: markdownPlan } : { kind: 'drawing', draw: drawPlan },
  verdict: ({ changes }, { exitCode }) => {
    const actions = new Set(changes.map(({ action }) => action));
    const isStuck = actions.has('conflict') || actions.has('blocked');
    const differs = actions.has('create') || actions.has('update') || actions.has('pull');
    return isStuck || (exitCode && differs) ? EXIT_CHECK_FAILED : 0;
  },
});
