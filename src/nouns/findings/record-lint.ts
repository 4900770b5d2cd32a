/** A command that checks records of one type, or files with such records, against rules. */
import * as z from 'zod';
import { type AnyCommand, type Context, command } from '../../define/command.ts';
import type { Example } from '../../define/example.ts';
import type { Reference } from '../../define/field.ts';
import { isRecord, valueAt } from '../../define/json.ts';
import type { ListOperation, Operation } from '../../define/operation.ts';
import { type Check, FINDING_SEVERITIES } from '../../define/report.ts';
import { type Failure, usage } from '../../errors.ts';
import { isFileName } from '../../runtime/files.ts';
import { idOrFile, type Referent } from '../ids.ts';
import { readJsonObject } from '../json-file.ts';
import { RecordRow } from './record-schema.ts';
import { recordsView } from './record-view.ts';
import {
  type AnyRule,
  listRulesInput,
  RuleRow,
  type RuleSeverity,
  ruleInput,
  ruleRows,
  severitiesSet,
} from './severities.ts';
import { verdictOf } from './verdict.ts';
import { drawRules } from './view.ts';

/** Something that a rule says about a field, or about the whole record (null). */
export interface RuleFinding {
  readonly at: string | null;
  readonly message: string;
}

export interface RecordRule<Subject> extends AnyRule {
  readonly find: (subject: Subject) => readonly RuleFinding[];
}

/** What the rules judge. `unreadable` says what they could not judge: then the check does not pass. */
export interface Readable<Subject> {
  readonly subject?: Subject | undefined;
  readonly unreadable?: string | undefined;
}

export interface RecordLint<Subject> {
  readonly noun: Referent;
  /** What a file may hold besides a record as the command prints it. */
  readonly fileNote?: string;
  readonly notes: string;
  readonly examples: readonly Example[];
  readonly rules: readonly RecordRule<Subject>[];
  readonly get: Operation<z.ZodObject<{ id: z.ZodString }>>;
  readonly list: ListOperation;
  /** What a file should hold. */
  readonly fileHint: string;
  /** Other operations that `read` calls. */
  readonly calls?: readonly Operation[];
  /** What the messages show the names of. */
  readonly shows?: readonly Reference[];
  /** `context` only for a record of the API: reading a file sends no request. */
  read(record: unknown, context?: Context): Readable<Subject> | Promise<Readable<Subject>>;
}

const CHOICES: readonly RuleSeverity[] = ['off', ...FINDING_SEVERITIES];

const textIn = (record: unknown, name: string): string | null => {
  const value = valueAt(record, name);
  return typeof value === 'string' ? value : null;
};

const failedRow = (source: string, { code, message }: Failure): RecordRow => ({
  source,
  id: isFileName(source) ? null : source,
  name: null,
  findings: [],
  error: { code, message },
});

const checkOf = ({ source, name, findings, error }: RecordRow): Check => {
  const label = name === null || name === source ? source : `${name} (${source})`;
  return {
    name: label,
    file: isFileName(source) && source !== '-' ? source : undefined,
    findings: [
      ...findings.map(({ severity, rule, message }) => ({ severity, rule, message: `${name ?? source}: ${message}` })),
      ...(error === undefined
        ? []
        : [{ severity: 'error' as const, rule: error.code, message: `${source}: ${error.message}` }]),
    ],
  };
};

const isRecordRow = (row: RecordRow | RuleRow): row is RecordRow => 'findings' in row;

export function recordLint<Subject>(definition: RecordLint<Subject>): AnyCommand {
  const { noun, rules, get, list, read, fileHint } = definition;
  const title = `${noun}s lint`;

  async function rowOf(
    source: string,
    record: unknown,
    severities: ReadonlyMap<string, RuleSeverity>,
    context?: Context,
  ): Promise<RecordRow> {
    const { subject, unreadable } = isRecord(record)
      ? await read(record, context)
      : { unreadable: `This is not a ${noun}.` };
    const findings =
      subject === undefined
        ? []
        : rules.flatMap((rule) => {
            const severity = severities.get(rule.name) ?? rule.severity;
            return severity === 'off'
              ? []
              : rule.find(subject).map((found) => ({ rule: rule.name, severity, ...found }));
          });
    return {
      source,
      id: textIn(record, 'id'),
      name: textIn(record, 'name'),
      findings,
      ...(unreadable === undefined ? {} : { error: { code: 'unexpected_response' as const, message: unreadable } }),
    };
  }

  async function everyRow(
    context: Context,
    severities: ReadonlyMap<string, RuleSeverity>,
  ): Promise<readonly RecordRow[]> {
    const rows: RecordRow[] = [];
    for await (const page of context.list(list, {})) {
      for (const record of page) rows.push(await rowOf(textIn(record, 'id') ?? '', record, severities, context));
    }
    if (rows.length === 0) context.note(`There are no ${noun}s.`);
    return rows;
  }

  async function namedRows(
    context: Context,
    names: readonly string[],
    severities: ReadonlyMap<string, RuleSeverity>,
  ): Promise<readonly RecordRow[]> {
    // Files first: nothing is requested if one of them cannot be read.
    const files = new Map<string, unknown>();
    for (const name of names.filter(isFileName)) files.set(name, await readJsonObject(context, name, fileHint));
    const outcomes = await context.settle(names, async (name) =>
      files.has(name)
        ? rowOf(name, files.get(name), severities)
        : rowOf(name, await context.call(get, { id: name }), severities, context),
    );
    const [first] = outcomes.flatMap(({ failure }) => failure ?? []);
    if (first !== undefined && names.length === 1) throw first;
    return outcomes.map(({ item, value, failure }) => value ?? failedRow(item, failure));
  }

  return command({
    notes: `An argument with a dot or slash is a file with a ${noun}, as \`${noun}s show --json\` prints it${definition.fileNote ?? ''}; \`-\` is standard input. ${definition.notes} Exit code 9 if there is an error; warnings do not affect it. A ${noun} that can't be read completely never passes: exit 8.`,
    input: z.object({
      ids: z
        .array(idOrFile(noun).min(1))
        .default([])
        .describe(`IDs, names or files of ${noun}s; - for stdin`)
        .meta({ placeholder: 'id' }),
      all: z.boolean().default(false).describe(`check every ${noun} of the account`),
      rule: ruleInput(CHOICES.join(', ')),
      listRules: listRulesInput,
    }),
    positionals: ['ids'],
    calls: [get, list, ...(definition.calls ?? [])],
    ...(definition.shows === undefined ? {} : { shows: definition.shows }),
    output: z.union([z.array(RecordRow), z.array(RuleRow)]),
    examples: [...definition.examples, { does: 'The rules', line: `${title} --list-rules` }],
    run: async (context, { ids, all, rule, listRules }): Promise<readonly (RecordRow | RuleRow)[]> => {
      const severities = severitiesSet(rules, rule, CHOICES, `${title} --list-rules`);
      if (listRules) {
        if (all || ids.length > 0) throw usage("--list-rules can't be combined with --all or IDs.");
        return ruleRows(rules, severities);
      }
      if (all && ids.length > 0) throw usage("--all can't be combined with IDs.", 'Pass IDs or files, or --all.');
      if (!all && ids.length === 0) throw usage(`Missing ${noun}s to check.`, 'Pass IDs or files, or --all.');
      if (ids.filter((id) => id === '-').length > 1) throw usage('Standard input can be read only once.');
      return all ? everyRow(context, severities) : namedRows(context, ids, severities);
    },
    view: ({ listRules }) => ({ kind: 'drawing', draw: listRules ? drawRules : recordsView(rules, noun) }),
    verdict: (rows) => verdictOf(rows.filter(isRecordRow)),
    report: (rows) => rows.filter(isRecordRow).map(checkOf),
  });
}
