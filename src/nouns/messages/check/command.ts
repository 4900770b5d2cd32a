/** `messages check`: checks emails before they are sent, as files or in the account. */
import * as z from 'zod';
import { type Context, command } from '../../../define/command.ts';
import { type Check, FINDING_SEVERITIES } from '../../../define/report.ts';
import { type Failure, usage } from '../../../errors.ts';
import { applyEdits } from '../../../lmx/lint/fix.ts';
import { type LmxFinding, lint } from '../../../lmx/lint/lint.ts';
import { type LintOptions, MAIL_KINDS } from '../../../lmx/lint/rule.ts';
import { RULES } from '../../../lmx/lint/rules.ts';
import { parse } from '../../../lmx/parse.ts';
import type { LmxDocument } from '../../../lmx/tree.ts';
import { isFileName } from '../../../runtime/files.ts';
import { listCampaigns } from '../../campaigns/operations.ts';
import { listRulesInput, RuleRow, ruleInput, ruleRows, severitiesSet } from '../../findings/severities.ts';
import { verdictOf } from '../../findings/verdict.ts';
import { drawRules } from '../../findings/view.ts';
import { listTransactional } from '../../transactional/operations.ts';
import { guardian } from '../operations.ts';
import { emailsInput, openSource, SOURCE_CALLS, type Source, type Wanted, wantedOf } from '../sources.ts';
import { withExcerpts } from './excerpt.ts';
import { fallbacksOf, readFallbacks } from './fallbacks.ts';
import { withGuardian } from './guardian.ts';
import { imageWidths } from './image-widths.ts';
import { KNOWN_CALLS, knownNames, type ReadKnown } from './known.ts';
import { type CheckLinks, linkChecker, unknownLinks } from './links.ts';
import { requireReadable } from './message-findings.ts';
import { CheckRow } from './schema.ts';
import { drawChecksOf } from './view.ts';

const input = z.object({
  ...emailsInput,
  all: z.boolean().default(false).describe('every transactional email and campaign'),
  links: z.boolean().default(false).describe('open the web links'),
  published: z.boolean().default(false).describe('published versions'),
  kind: z.enum(MAIL_KINDS).optional().describe('what files are part of (default: from their directory)'),
  fallbacks: z.string().optional().describe('as JSON, or a JSON file').meta({ placeholder: 'json' }),
  rule: ruleInput(['off', ...FINDING_SEVERITIES].join(', ')),
  hints: z.boolean().default(true).describe('include hints about the design'),
  apiOnly: z.boolean().default(false).describe('only the checks that the API makes'),
  fix: z.boolean().default(false).describe('correct what has one right answer'),
  listRules: listRulesInput,
});
type Input = z.output<typeof input>;

async function allMessages(context: Context): Promise<readonly Wanted[]> {
  const wanted: Wanted[] = [];
  for await (const page of context.list(listTransactional, {})) {
    for (const { id, name, draftEmailMessageId, publishedEmailMessageId } of page) {
      if (draftEmailMessageId ?? publishedEmailMessageId) wanted.push({ type: 'transactional', name: id, shown: name });
    }
  }
  for await (const page of context.list(listCampaigns, {})) {
    for (const { id, name, emailMessageId } of page) {
      if (emailMessageId !== null) wanted.push({ type: 'campaign', name: id, shown: name });
    }
  }
  if (wanted.length === 0) context.note('There are no emails.');
  return wanted;
}

function optionsOf({ kind, message }: Source, typed: Input, shared: LintOptions): LintOptions {
  return {
    ...shared,
    kind: typed.kind ?? kind,
    ...(message === undefined
      ? {}
      : { fallbacks: fallbacksOf(message), subject: message.subject, previewText: message.previewText }),
  };
}

interface Shared {
  readonly options: LintOptions;
  readonly readKnown: ReadKnown;
  readonly checkLinks: CheckLinks | undefined;
}

async function check(context: Context, wanted: Wanted, typed: Input, shared: Shared): Promise<CheckRow> {
  if (typed.apiOnly && wanted.type === 'message') {
    const found = await context.call(guardian, { emailMessageId: wanted.name });
    return { source: wanted.name, findings: [...withGuardian([], found, wanted.name)] };
  }
  const opened = await openSource(context, wanted, typed.published);
  const isOfAccount = wanted.type !== 'file' && wanted.type !== 'component';
  if (isOfAccount) requireReadable(opened.message, opened.source);
  // A file is checked without any request.
  const known = wanted.type === 'file' || typed.apiOnly ? undefined : await shared.readKnown(opened.lmx, opened.kind);
  const { source, message } = opened;
  const isFile = wanted.type === 'file' && wanted.name !== '-';
  const document = parse(opened.lmx);
  const links = await shared.checkLinks?.(document);
  const options = optionsOf(opened, typed, {
    ...shared.options,
    known,
    brokenLinks: links?.broken,
    imageWidths: isFile ? await imageWidths(context, wanted.name, document) : undefined,
    imageNames: wanted.type === 'file',
  });
  const findingsIn = (parsed: LmxDocument): readonly LmxFinding[] =>
    (typed.apiOnly ? [] : lint(parsed, options)).filter(({ severity }) => typed.hints || severity !== 'hint');
  let { lmx } = opened;
  let findings = findingsIn(document);
  let fixed = 0;
  if (typed.fix) {
    // A correction can make room for another one that overlapped it.
    for (let round = 0; round < 3; round++) {
      const { text, applied } = applyEdits(lmx, findings);
      if (applied === 0) break;
      fixed += applied;
      lmx = text;
      findings = findingsIn(parse(lmx));
    }
    if (fixed > 0) await context.files.replace(wanted.name, lmx);
  }
  if (isOfAccount && message?.id !== undefined) {
    findings = withGuardian(findings, await context.call(guardian, { emailMessageId: message.id }), source);
  }
  return {
    source,
    findings: [...withExcerpts(lmx, findings)],
    ...(fixed > 0 ? { fixed } : {}),
    ...(links === undefined || links.unknown.length === 0
      ? {}
      : { error: { code: 'unavailable', message: unknownLinks(links.unknown) } }),
  };
}

/** A file with JSON is not rewritten, and neither is standard input. */
function refuseFix(wanted: readonly Wanted[]): void {
  const other = wanted.find(({ type, name }) => type !== 'file' || name === '-' || name.endsWith('.json'));
  if (other !== undefined) throw usage(`--fix corrects only files with LMX, not ${other.name}.`, 'Omit --fix.');
}

function refuseFiles(wanted: readonly Wanted[]): void {
  const local = wanted.find(({ type }) => type === 'file' || type === 'component');
  if (local !== undefined) throw usage(`The API checks only email messages, not ${local.name}.`, 'Omit --api-only.');
}

async function checkAll(context: Context, typed: Input): Promise<readonly CheckRow[]> {
  const severities = severitiesSet(RULES, typed.rule, ['off', ...FINDING_SEVERITIES], 'messages check --list-rules');
  const shared: Shared = {
    options: { severities, strict: context.strict, fallbacks: await readFallbacks(context, typed.fallbacks) },
    readKnown: knownNames(context),
    checkLinks: typed.links ? linkChecker(context) : undefined,
  };
  const named = wantedOf(typed);
  if (typed.all && named.length > 0) throw usage("--all can't be combined with files or IDs.", 'Pass one of them.');
  if (!typed.all && named.length === 0)
    throw usage('Missing messages to check.', 'Pass files, names or IDs, or --all.');
  if (named.filter(({ name }) => name === '-').length > 1) throw usage('Standard input can be read only once.');
  if (typed.fix) refuseFix(named);
  if (typed.apiOnly) refuseFiles(named);
  if (typed.apiOnly && typed.links) throw usage("--links can't be combined with --api-only.", 'Pass one of them.');
  if (typed.links && !context.canRead)
    throw usage('--links sends requests that --curl cannot show.', 'Omit one of them.');
  const files = named.filter(({ type }) => type === 'file');
  // Files first: nothing is requested if one of them cannot be read.
  const rows: CheckRow[] = [];
  for (const file of files) rows.push(await check(context, file, typed, shared));
  const wanted = typed.all ? await allMessages(context) : named.filter(({ type }) => type !== 'file');
  if (wanted.length === 0) return rows;
  const outcomes = await context.settle(wanted, (one) => check(context, one, typed, shared));
  const failures = outcomes.flatMap(({ failure }) => failure ?? []);
  const [first] = failures;
  if (first !== undefined && wanted.length === 1 && rows.length === 0) throw first;
  for (const { item, value, failure } of outcomes) {
    rows.push(value ?? { source: shownOf(item), findings: [], error: errorOf(failure) });
  }
  return rows;
}

const shownOf = (wanted: Wanted): string => ('shown' in wanted ? (wanted.shown ?? wanted.name) : wanted.name);

const errorOf = ({ code, message }: Failure) => ({ code, message });

const isCheckRow = (row: CheckRow | RuleRow): row is CheckRow => 'findings' in row;

const reportOf = ({ source, findings, error }: CheckRow): Check => ({
  name: source,
  file: isFileName(source) && source !== '-' && !source.endsWith('.json') ? source : undefined,
  findings: [
    ...(error === undefined ? [] : [{ severity: 'error' as const, rule: error.code, message: error.message }]),
    ...findings.map(({ excerpt: _, suggestion, message, ...finding }) => ({
      ...finding,
      message: suggestion === undefined ? message : `${message} Write: ${suggestion}`,
    })),
  ],
});

export const checkCommand = command({
  notes: [
    'An argument with a dot or slash is a file with LMX, or a message saved as JSON; `-` is stdin; anything else is a name, or the ID of an email message. Files need no request.',
    'Messages of the account are also checked by the API, and their variables are compared with its properties. Fallbacks are checked where they are known: for messages of the account, or with --fallbacks.',
    'With --links, up to 200 web links are opened, without the API key. Exit code 7 if one could not be checked; links with variables are not opened, nor are private networks.',
    "Exit code 9 if there is an error; warnings and hints do not affect it. What is not documented is a warning; --strict makes it an error. If a message can't be read, the others are still checked.",
  ].join('\n\n'),
  input,
  positionals: ['messages'],
  calls: [...SOURCE_CALLS, ...KNOWN_CALLS, guardian, listTransactional, listCampaigns],
  output: z.union([z.array(CheckRow), z.array(RuleRow)]),
  examples: [
    { does: 'A file of a campaign', line: 'messages check welcome.lmx --kind campaign' },
    { does: 'The draft of a transactional email', line: 'messages check "Password reset"' },
    { does: 'Errors and warnings only', line: 'messages check --campaign "AI rota launch" --no-hints' },
    { does: 'Files, with annotations in CI', line: 'messages check welcome.lmx --annotate github' },
  ],
  run: async (context, typed): Promise<readonly (CheckRow | RuleRow)[]> => {
    if (!typed.listRules) return checkAll(context, typed);
    if (typed.all || wantedOf(typed).length > 0) throw usage("--list-rules can't be combined with --all or messages.");
    const set = severitiesSet(RULES, typed.rule, ['off', ...FINDING_SEVERITIES], 'messages check --list-rules');
    return ruleRows(RULES, set);
  },
  view: ({ listRules }) => ({ kind: 'drawing', draw: listRules ? drawRules : drawChecksOf('message') }),
  verdict: (rows) => verdictOf(rows.filter(isCheckRow)),
  report: (rows) => rows.filter(isCheckRow).map(reportOf),
});
