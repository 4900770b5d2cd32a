/** The flags that every command has. Plain data, so that help does not have to load a schema. */

import type { Field } from '../define/field.ts';
import { FORMAT_NAMES, type FormatName } from '../define/format-name.ts';
import { ANNOTATION_TARGETS } from '../define/report.ts';
import { usage } from '../errors.ts';

export interface GlobalFlags {
  readonly profile: string | undefined;
  readonly baseUrl: string | undefined;
  readonly sandbox: boolean;
  readonly output: FormatName | undefined;
  readonly fields: string | undefined;
  /** Seconds for a whole answer. */
  readonly timeout: number;
  /** How often a request may be sent again. */
  readonly retries: number;
  readonly insecureHttp: boolean;
  readonly strict: boolean;
  readonly debug: boolean;
  readonly quiet: boolean;
  readonly color: boolean;
}

const SEE_HELP = 'See `loopsctl --help`.';

type Sketch = Pick<Field, 'name' | 'description'> & Partial<Field>;

const sketches: readonly Sketch[] = [
  {
    name: 'output',
    short: 'o',
    choices: FORMAT_NAMES,
    placeholder: 'format',
    description: 'table (unless told), json, ndjson, csv or yaml; junit for checks',
  },
  { name: 'json', kind: 'boolean', description: 'short for -o json' },
  { name: 'fields', placeholder: 'a,b.c', description: 'only these fields of the result' },
  { name: 'sandbox', kind: 'boolean', description: 'talk to a built-in sandbox: no account, no key, no network' },
  { name: 'profile', placeholder: 'name', description: 'use this profile (see `loopsctl auth list`)' },
  { name: 'baseUrl', placeholder: 'url', description: 'where the service is' },
  { name: 'timeout', kind: 'number', placeholder: 's', defaultValue: 30, description: 'seconds to wait for an answer' },
  {
    name: 'retries',
    kind: 'number',
    placeholder: 'n',
    defaultValue: 3,
    description: 'times to try again what may be tried again',
  },
  { name: 'insecureHttp', kind: 'boolean', description: 'let the key travel unencrypted to a base URL with http://' },
  { name: 'strict', kind: 'boolean', description: 'exit 8 when an answer differs from the contract in any detail' },
  { name: 'debug', kind: 'boolean', description: 'print every request and answer on stderr, never the key' },
  { name: 'quiet', short: 'q', kind: 'boolean', description: 'no remarks on stderr, only warnings and errors' },
  { name: 'color', kind: 'boolean', defaultValue: true, description: 'plain text, also on a terminal' },
];

const toField = (sketch: Sketch): Field => ({
  kind: 'text',
  choices: undefined,
  many: false,
  required: false,
  defaultValue: sketch.kind === 'boolean' ? false : undefined,
  placeholder: sketch.name,
  ...sketch,
});

export const globalFields: readonly Field[] = sketches.map(toField);

/** The flag of commands that report what they checked. */
export const annotateField: Field = toField({
  name: 'annotate',
  choices: ANNOTATION_TARGETS,
  placeholder: 'service',
  description: 'also print each finding on stderr as an annotation: github',
});

/** Takes what commander read. Throws a `usage` failure where flags contradict each other. */
export function readGlobalFlags(values: Readonly<Record<string, unknown>>): GlobalFlags {
  const defaults = Object.fromEntries(globalFields.map(({ name, defaultValue }) => [name, defaultValue]));
  const { json, ...flags } = { ...defaults, ...values } as unknown as GlobalFlags & { json: boolean };
  if (json && flags.output !== undefined && flags.output !== 'json') {
    throw usage(`--json and -o ${flags.output} contradict each other.`, 'Give one of them.');
  }
  if (flags.timeout <= 0 || flags.timeout > 3600)
    throw usage('--timeout must be more than 0 and at most 3600 seconds.', SEE_HELP);
  if (!Number.isInteger(flags.retries) || flags.retries < 0 || flags.retries > 20) {
    throw usage('--retries must be a whole number from 0 to 20.', SEE_HELP);
  }
  if (flags.sandbox && (flags.profile !== undefined || flags.baseUrl !== undefined)) {
    throw usage('--sandbox has a key and an address of its own.', 'Leave --profile and --base-url out.');
  }
  return { ...flags, output: json ? 'json' : flags.output };
}
