/** `doctor`: checks the setup, from the program to the DNS records of a sending domain. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import type { Display, Style } from '../../define/view.ts';
import { usage } from '../../errors.ts';
import { formatCount } from '../../text/number.ts';
import { hang } from '../../text/wrap.ts';
import type { ToolContext } from '../tool-context.ts';
import { ACCOUNT_CALLS, checkAccount } from './account.ts';
import { CheckResult, exitCodeOf, reportOf } from './check.ts';
import { checkDomain, readDomain, readSelector } from './domain.ts';
import { checkTool } from './tool.ts';

const input = z.object({
  domain: z.string().optional().describe('also check the DNS records of this sending domain'),
  dkim: z
    .array(z.string())
    .default([])
    .describe('DKIM selector of the domain, from Settings > Domain (repeatable)')
    .meta({ placeholder: 'selector' }),
});

async function examine(context: ToolContext, given: z.output<typeof input>): Promise<readonly CheckResult[]> {
  if (given.domain === undefined && given.dkim.length > 0) {
    throw usage('--dkim requires --domain.', 'Example: `loopsctl doctor --domain mail.example.com --dkim abc123`.');
  }
  const domain = given.domain === undefined ? undefined : readDomain(given.domain);
  const selectors = given.dkim.map((text) => readSelector(text, domain ?? ''));
  // The files first: the account checks read the config file. A run that must not send anything ends before the DNS queries.
  const tool = await checkTool(context);
  const account = await checkAccount(context, domain === undefined);
  const records = domain === undefined ? [] : await checkDomain(context.runtime.resolver, domain, selectors);
  return [...tool, ...account, ...records];
}

const MARKS: Readonly<Record<CheckResult['status'], { mark: string; color: keyof Style; word: string }>> = {
  ok: { mark: '✓', color: 'green', word: 'passed' },
  failed: { mark: '✗', color: 'red', word: 'failed' },
  unknown: { mark: '?', color: 'yellow', word: 'without a result' },
  skipped: { mark: '–', color: 'dim', word: 'skipped' },
};

const NARROWEST = 40;

function drawResults(results: readonly CheckResult[], display: Display): string {
  const { style, width, widthOf } = display;
  const column = results.reduce((most, { check }) => Math.max(most, check.length), 0);
  // Some terminals report no width, or one that is too small for any text.
  const room = { widthOf, width: width === undefined ? undefined : Math.max(width, column + NARROWEST) };
  const lines = results.flatMap(({ check, status, message, hint }) => {
    const { mark, color } = MARKS[status];
    const line = hang(`${style[color](mark)} ${check.padEnd(column)}  `, message, room);
    return hint === undefined ? [line] : [line, hang(' '.repeat(column + 4), hint, room, style.dim)];
  });
  const counts = Object.entries(MARKS).flatMap(([status, { word }]) => {
    const count = results.filter((result) => result.status === status).length;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  return [...lines, '', `${formatCount(results.length, 'check')}: ${counts.join(', ')}.`].join('\n');
}

export const doctorCommand = command({
  notes:
    'Exit code 9 when a check failed. A check without a result (?) goes first: 7 when a server or a name server did not respond, 6 when rate limited, 8 when the response cannot be read. A skipped check (–) did not apply. With --domain, a missing API key is not a failure. Nothing is changed, except that the permissions of other users on the config file are removed.',
  input,
  output: z.array(CheckResult),
  calls: ACCOUNT_CALLS,
  examinesConfiguration: true,
  examples: [
    { does: 'The program, the API key and the account', line: 'doctor' },
    { does: 'The DNS records of a sending domain too', line: 'doctor --domain mail.example.com --dkim abc123' },
    { does: 'In CI', line: 'doctor -o junit' },
  ],
  run: examine,
  view: { kind: 'drawing', draw: (value, display) => drawResults(z.array(CheckResult).parse(value), display) },
  verdict: exitCodeOf,
  report: reportOf,
});
