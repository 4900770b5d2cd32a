/** The flags that every command has. Plain data, so that main help needs no schema. */

import type { AnyCommand } from '../define/command.ts';
import { effectOf, isReading } from '../define/effect.ts';
import type { Field } from '../define/field.ts';
import { CHECK_FORMATS, FORMAT_NAMES, type FormatName, GENERAL_FORMATS } from '../define/format-name.ts';
import { ANNOTATION_TARGETS, type AnnotationTarget } from '../define/report.ts';
import { usage } from '../errors.ts';

export interface GlobalFlags {
  readonly profile: string | undefined;
  readonly baseUrl: string | undefined;
  readonly sandbox: boolean;
  readonly output: FormatName | undefined;
  readonly fields: string | undefined;
  /** Seconds for a complete response. */
  readonly timeout: number;
  readonly retries: number;
  readonly insecureHttp: boolean;
  readonly strict: boolean;
  readonly debug: boolean;
  readonly quiet: boolean;
  readonly color: boolean;
  readonly pager: boolean;
  readonly headers: boolean;
  readonly allow: string | undefined;
  readonly expectTeam: string | undefined;
  readonly curl: boolean;
  /** False: names are looked up without the cache. */
  readonly cache: boolean;
  /** False: the values before changes are not kept on this machine. */
  readonly history: boolean;
  /** Changes of people are kept too. */
  readonly journalPersonal: boolean;
}

export interface CommandFlags {
  readonly annotate: AnnotationTarget | undefined;
  readonly dryRun: boolean;
  readonly yes: boolean;
  /** Show the IDs of other records without their names. */
  readonly ids: boolean;
}

const SEE_HELP = 'See `loopsctl help flags`.';

type Sketch = Pick<Field, 'name' | 'description'> & Partial<Field>;

const sketches: readonly Sketch[] = [
  {
    name: 'output',
    short: 'o',
    choices: FORMAT_NAMES,
    placeholder: 'format',
    description: `output format: ${GENERAL_FORMATS.join(', ')}; ${CHECK_FORMATS.join(', ')} for checks (default: table)`,
  },
  { name: 'json', kind: 'boolean', description: 'same as -o json' },
  {
    name: 'fields',
    placeholder: 'a,b.c',
    description: 'fields to include, e.g. id,styles.bodyColor',
  },
  { name: 'sandbox', kind: 'boolean', description: 'use the built-in sandbox; no account or API key needed' },
  {
    name: 'profile',
    placeholder: 'name',
    completes: 'profiles',
    description: 'profile to use (see `loopsctl auth list`)',
  },
  { name: 'baseUrl', placeholder: 'url', description: 'API base URL' },
  {
    name: 'allow',
    placeholder: 'effects',
    completes: 'effects',
    description: 'allow only these effects, e.g. read,draft',
  },
  {
    name: 'expectTeam',
    placeholder: 'name',
    description: 'refuse to make changes for any other team',
  },
  { name: 'curl', kind: 'boolean', description: 'print the requests as curl commands; send nothing' },
  { name: 'cache', kind: 'boolean', defaultValue: true, description: 'bypass the cache of names' },
  {
    name: 'history',
    kind: 'boolean',
    defaultValue: true,
    description: 'make changes without keeping the values before',
  },
  {
    name: 'journalPersonal',
    kind: 'boolean',
    description: 'keep the values before changes of contacts too, so that `loopsctl undo` can restore them',
  },
  { name: 'timeout', kind: 'number', placeholder: 's', defaultValue: 30, description: 'request timeout in seconds' },
  {
    name: 'retries',
    kind: 'number',
    placeholder: 'n',
    defaultValue: 3,
    description: 'maximum retries for safe requests, each after at most 60 s',
  },
  { name: 'insecureHttp', kind: 'boolean', description: 'allow sending the API key over plain HTTP' },
  { name: 'strict', kind: 'boolean', description: 'fail (exit 8) if a response differs from the API schema' },
  {
    name: 'debug',
    kind: 'boolean',
    description: 'log requests to stderr (API key and people redacted)',
  },
  { name: 'quiet', short: 'q', kind: 'boolean', description: 'suppress informational messages' },
  { name: 'color', kind: 'boolean', defaultValue: true, description: 'disable color' },
  { name: 'pager', kind: 'boolean', defaultValue: true, description: 'print long output without a pager' },
  { name: 'headers', kind: 'boolean', defaultValue: true, description: 'omit the heading row of tables and CSV' },
];

const toField = (sketch: Sketch): Field => ({
  kind: 'text',
  choices: undefined,
  many: false,
  required: false,
  defaultValue: sketch.kind === 'boolean' ? false : undefined,
  placeholder: sketch.name,
  refersTo: undefined,
  completes: undefined,
  ...sketch,
});

export const globalFields: readonly Field[] = sketches.map(toField);

/** The flags in main help; the topic `flags` has all of them. */
export const COMMON_FLAGS: ReadonlySet<string> = new Set(['output', 'json', 'fields', 'sandbox', 'profile']);

const annotateField: Field = toField({
  name: 'annotate',
  choices: ANNOTATION_TARGETS,
  placeholder: 'service',
  description: 'also emit CI annotations on stderr (github)',
});

const dryRunField: Field = toField({
  name: 'dryRun',
  kind: 'boolean',
  description: 'print the requests that would change something; send none of them',
});

const yesField: Field = toField({ name: 'yes', kind: 'boolean', description: 'confirm without being asked' });

const idsField: Field = toField({
  name: 'ids',
  kind: 'boolean',
  description: 'show only the IDs of other records, without requesting their names',
});

export const commandFields = (command: AnyCommand): readonly Field[] => [
  ...(command.report === undefined ? [] : [annotateField]),
  ...(isReading(effectOf(command)) ? [] : [dryRunField]),
  ...(command.question === undefined || command.confirmedBy !== undefined ? [] : [yesField]),
  ...(command.shows === undefined ? [] : [idsField]),
];

export function readGlobalFlags(values: Readonly<Record<string, unknown>>): GlobalFlags {
  const defaults = Object.fromEntries(globalFields.map(({ name, defaultValue }) => [name, defaultValue]));
  const { json, ...flags } = { ...defaults, ...values } as unknown as GlobalFlags & { json: boolean };
  if (json && flags.output !== undefined && flags.output !== 'json') {
    throw usage(`--json can't be combined with -o ${flags.output}.`, 'Pass one of them.');
  }
  if (flags.journalPersonal && !flags.history) {
    throw usage("--journal-personal can't be combined with --no-history.", 'Pass one of them.');
  }
  if (flags.timeout <= 0 || flags.timeout > 3600)
    throw usage('--timeout must be greater than 0 and at most 3600 seconds.', SEE_HELP);
  if (!Number.isInteger(flags.retries) || flags.retries < 0 || flags.retries > 20) {
    throw usage('--retries must be an integer from 0 to 20.', SEE_HELP);
  }
  if (flags.curl && flags.output !== undefined)
    throw usage(`--curl can't be combined with -o ${flags.output}.`, 'Pass one of them.');
  if (flags.sandbox && (flags.profile !== undefined || flags.baseUrl !== undefined)) {
    throw usage("--sandbox can't be combined with --profile or --base-url.", 'Omit --profile and --base-url.');
  }
  return { ...flags, output: json ? 'json' : flags.output };
}
