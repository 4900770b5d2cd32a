/** `workflow lint`: checks workflows against rules, or lists the rules. */

import * as z from 'zod';
import { type Context, command } from '../../../define/command.ts';
import type { Check } from '../../../define/report.ts';
import { Failure, usage } from '../../../errors.ts';
import { isFileName } from '../../../runtime/files.ts';
import { listRulesInput, RuleRow, ruleInput, ruleRows } from '../../findings/severities.ts';
import { verdictOf } from '../../findings/verdict.ts';
import { drawRules } from '../../findings/view.ts';
import { idOrFile } from '../../ids.ts';
import { FETCH_CALLS } from '../fetch.ts';
import { listWorkflows } from '../operations.ts';
import {
  DETAILS_FLAG,
  FILES_AND_IDS,
  type Opened,
  openSaved,
  openWorkflow,
  refuseRepeatedStdin,
  requireGraph,
} from '../source.ts';
import { checkWorkflow } from './check.ts';
import type { Severity } from './rule.ts';
import { RULES, severitiesWith } from './rules.ts';
import { LintRow } from './schema.ts';
import { drawLint } from './view.ts';

type Severities = ReadonlyMap<string, Severity>;

async function lintAll(
  context: Context,
  names: readonly string[],
  details: boolean,
  severities: Severities,
): Promise<readonly LintRow[]> {
  // Files first: nothing is requested if one of them cannot be read.
  const saved = new Map<string, Opened>();
  for (const name of names.filter(isFileName)) saved.set(name, await openSaved(context, name));
  const check = async (name: string): Promise<LintRow> => {
    const { workflow, lineOf } = saved.get(name) ?? (await openWorkflow(context, name, details));
    requireGraph(name, workflow);
    return checkWorkflow(name, workflow, severities, lineOf);
  };
  const outcomes = [];
  // With details one workflow at a time: its nodes are fetched several at a time, with progress.
  for (const group of details ? names.map((name) => [name]) : [names]) {
    for (const outcome of await context.settle(group, check)) outcomes.push(outcome);
  }
  const failures = outcomes.flatMap(({ item, failure }) => (failure === undefined ? [] : [{ item, failure }]));
  if (failures.length > 0 && failures.length === names.length) throw noneChecked(failures);
  return outcomes.map(({ item, value, failure }) => value ?? failedRow(item, details, failure));
}

const failedRow = (source: string, details: boolean, { code, message }: Failure): LintRow => ({
  source,
  id: isFileName(source) ? '' : source,
  name: null,
  nodes: 0,
  details,
  findings: [],
  skipped: [],
  error: { code, message },
});

/** The failure of a run without any result: there is nothing to print. */
function noneChecked(failures: ReadonlyArray<{ readonly item: string; readonly failure: Failure }>): Failure {
  const worst = failures.reduce((one, other) => (other.failure.exitCode > one.failure.exitCode ? other : one));
  if (failures.length === 1) return worst.failure;
  const { code, message, hint } = worst.failure;
  return new Failure(code, `None of the ${failures.length} workflows could be checked. ${worst.item}: ${message}`, {
    hint,
  });
}

async function allIds(context: Context): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const page of context.list(listWorkflows, {})) for (const { id } of page) ids.push(id);
  if (ids.length === 0) context.note('There are no workflows.');
  return ids;
}

const checkOf = ({ source, name, findings, error }: LintRow): Check => ({
  name: name === null || name === source ? source : `${name} (${source})`,
  file: isFileName(source) && source !== '-' ? source : undefined,
  findings:
    error === undefined
      ? findings.map(({ severity, rule, message, nodeId, line }) => ({
          severity,
          rule,
          message: `${name ?? source}${nodeId === null ? '' : `, node ${nodeId}`}: ${message}`,
          line,
        }))
      : [{ severity: 'error', rule: error.code, message: `${source}: ${error.message}` }],
});

const isLintRow = (row: LintRow | RuleRow): row is LintRow => 'findings' in row;

export const lintCommand = command({
  notes: `${FILES_AND_IDS} Exit code 9 if a rule with severity error finds something; warnings do not affect it. Rules that need settings missing from the summary view are reported as skipped; use --details to run them. If a workflow can't be checked, the others are still checked and the exit code is the most severe one.`,
  input: z.object({
    workflows: z
      .array(idOrFile('workflow').min(1))
      .default([])
      .describe('workflow IDs, names or files; - for stdin')
      .meta({ placeholder: 'id' }),
    all: z.boolean().default(false).describe('check every workflow of the account'),
    rule: ruleInput('off, warning, error'),
    details: z.boolean().default(false).describe(DETAILS_FLAG),
    listRules: listRulesInput,
  }),
  positionals: ['workflows'],
  calls: [...FETCH_CALLS, listWorkflows],
  output: z.union([z.array(LintRow), z.array(RuleRow)]),
  examples: [
    { does: 'One workflow', line: 'workflow lint cr3d19ajwtfxqfczuxgmvwzxv' },
    { does: 'All workflows, with one rule downgraded', line: 'workflow lint --all --rule empty-email=warning' },
    { does: 'A saved workflow, with annotations in CI', line: 'workflow lint welcome.json --annotate github' },
    { does: 'The rules', line: 'workflow lint --list-rules' },
  ],
  run: async (context, input): Promise<readonly (LintRow | RuleRow)[]> => {
    const { workflows, all, rule, details, listRules } = input;
    const severities = severitiesWith(rule);
    if (listRules) {
      if (all || workflows.length > 0) throw usage("--list-rules can't be combined with --all or IDs.");
      return ruleRows(RULES, severities);
    }
    if (all && workflows.length > 0) throw usage("--all can't be combined with IDs.", 'Pass IDs or files, or --all.');
    if (!all && workflows.length === 0) throw usage('Missing workflows to check.', 'Pass IDs or files, or --all.');
    refuseRepeatedStdin(workflows);
    return lintAll(context, all ? await allIds(context) : workflows, details, severities);
  },
  view: ({ listRules }) => ({ kind: 'drawing', draw: listRules ? drawRules : drawLint }),
  verdict: (rows) => verdictOf(rows.filter(isLintRow)),
  report: (rows) => rows.filter(isLintRow).map(checkOf),
});
