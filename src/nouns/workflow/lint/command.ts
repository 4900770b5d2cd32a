/** `workflow lint`, which checks workflows by rules, and `workflow rules`, which lists the rules. */
import * as z from 'zod';
import { type Context, command } from '../../../define/command.ts';
import type { Check } from '../../../define/report.ts';
import { asFailure, type ErrorCode, EXIT_CHECK_FAILED, EXIT_CODES, usage } from '../../../errors.ts';
import { listWorkflows } from '../operations.ts';
import { FILES_AND_IDS, isFileName, openWorkflow, readSavedWorkflow, refuseRepeatedInput } from '../source.ts';
import { type LintRow, lintSchema, type RuleRow, rulesSchema } from './shape.ts';

/** Failures that say something about one workflow and nothing about the next. */
const OF_ONE_WORKFLOW: readonly ErrorCode[] = ['not_found', 'rejected', 'rate_limited', 'unexpected_response'];

type CheckOne = (name: string, workflow: unknown) => LintRow;

async function checkLive(context: Context, id: string, full: boolean, check: CheckOne): Promise<LintRow> {
  try {
    return check(id, await openWorkflow(context, id, full));
  } catch (error) {
    const { code, message } = asFailure(error);
    if (!OF_ONE_WORKFLOW.includes(code)) throw error;
    return { source: id, id, name: null, nodes: 0, full, findings: [], untold: [], error: { code, message } };
  }
}

async function checkAll(context: Context, names: readonly string[], full: boolean, check: CheckOne) {
  // Files first: nothing is sent where one of them cannot be read.
  const saved = new Map<string, unknown>();
  for (const name of names.filter(isFileName)) saved.set(name, await readSavedWorkflow(context, name));
  const row = async (name: string): Promise<LintRow> =>
    saved.has(name) ? check(name, saved.get(name)) : checkLive(context, name, full, check);
  if (!full) return context.each(names, row);
  // One after the other: the nodes of each are fetched several at a time, with progress.
  const rows: LintRow[] = [];
  for (const name of names) rows.push(await row(name));
  return rows;
}

async function allIds(context: Context): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const page of context.list(listWorkflows, {})) {
    for (const { id } of page) ids.push(id);
  }
  if (ids.length === 0) context.note('There are no workflows.');
  return ids;
}

const codeOf = ({ findings, error }: LintRow): number => {
  if (error !== undefined) return EXIT_CODES[error.code];
  return findings.some(({ severity }) => severity === 'error') ? EXIT_CHECK_FAILED : 0;
};

/** A workflow that could not be checked has failed the check: skipped, it would look as if all were well. */
const checkOf = ({ source, name, findings, error }: LintRow): Check => ({
  name: name === null || name === source ? source : `${name} (${source})`,
  findings:
    error === undefined
      ? findings.map(({ severity, rule, message, nodeId }) => ({
          severity,
          rule,
          message: `${name ?? source}${nodeId === null ? '' : `, node ${nodeId}`}: ${message}`,
        }))
      : [{ severity: 'error', rule: error.code, message: `${source}: ${error.message}` }],
});

export const lintCommand = command({
  notes: `${FILES_AND_IDS} Exit code 9 when a rule that is an error finds something; warnings leave it at 0. \`loopsctl workflow rules\` lists the rules. A rule never judges by what was not sent: where the short view of a workflow leaves something open it says so, and --full asks for it. A workflow that cannot be fetched does not lose the others, and the exit code is that of the worst.`,
  input: z.object({
    workflows: z
      .array(z.string().min(1))
      .default([])
      .describe('IDs of workflows, or files')
      .meta({ placeholder: 'id' }),
    all: z.boolean().default(false).describe('check every workflow of the account'),
    rule: z
      .array(z.string())
      .optional()
      .describe('how severe a rule is: off, warn or error (repeatable)')
      .meta({ placeholder: 'name=severity' }),
    full: z.boolean().default(false).describe('ask for everything about each node, which takes a request a node'),
  }),
  positionals: ['workflows'],
  output: lintSchema,
  examples: [
    { does: 'One workflow', line: 'workflow lint cr3d19ajwtfxqfczuxgmvwzxv' },
    { does: 'All of them, with a rule that is no error here', line: 'workflow lint --all --rule empty-email=warn' },
    { does: 'In CI: findings beside the code', line: 'workflow lint cd2x89ov0nvxvudwvlrw08e5i --annotate github' },
    { does: 'A saved workflow', line: 'workflow lint welcome.json' },
  ],
  run: async (context, { workflows = [], all, rule = [], full }): Promise<readonly LintRow[]> => {
    if (all === workflows.length > 0) {
      throw usage(
        all ? 'IDs and --all contradict each other.' : 'No workflow was given.',
        'Give IDs or files, or --all.',
      );
    }
    refuseRepeatedInput(workflows);
    const [{ checkWorkflow }, { severitiesWith }] = await Promise.all([import('./check.ts'), import('./rules.ts')]);
    const severities = severitiesWith(rule);
    const names = all ? await allIds(context) : workflows;
    return checkAll(context, names, full, (name, workflow) => checkWorkflow(name, workflow, severities));
  },
  view: { kind: 'drawing', draw: async (value, paper) => (await import('./draw.ts')).drawLint(value, paper) },
  verdict: (rows) => rows.map(codeOf).reduce((a, b) => Math.max(a, b), 0),
  report: (rows) => rows.map(checkOf),
});

export const rulesCommand = command({
  input: z.object({}),
  output: rulesSchema,
  examples: [{ does: 'Every rule, how severe it is and why it is there', line: 'workflow rules' }],
  run: async (): Promise<readonly RuleRow[]> => {
    const { RULES } = await import('./rules.ts');
    return RULES.map(({ name, severity, why }) => ({ name, severity, why }));
  },
  view: { kind: 'drawing', draw: async (value, paper) => (await import('./draw.ts')).drawRules(value, paper) },
});
