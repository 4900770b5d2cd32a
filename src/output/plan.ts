/** Decides how to print a result, before a request is sent, so that a wrong flag changes nothing. */
import type * as z from 'zod';
import type { ContentFormats, FormatName } from '../define/format-name.ts';
import { isTabular } from '../define/schema.ts';
import type { Column, View } from '../define/view.ts';
import { usage } from '../errors.ts';
import { parseFields } from './fields.ts';
import type { Report } from './formats.ts';

export interface Plan {
  readonly format: Exclude<FormatName, 'lmx'>;
  readonly view: View;
  readonly schema: z.ZodType;
  readonly fields: readonly string[] | undefined;
  readonly columns: readonly Column[];
  readonly report: Report | undefined;
  readonly headers: boolean;
}

/** Whether the whole result is written at once, and not while it arrives. */
export const isDocument = ({ format, view }: Plan): boolean => format !== 'ndjson' && view.kind !== 'lines';

interface OutputFlags {
  readonly output: FormatName | undefined;
  readonly fields: string | undefined;
  readonly headers?: boolean;
}

/** What a command adds to the formats of its view. */
export interface Additions {
  readonly report?: Report | undefined;
  readonly formats?: ContentFormats | undefined;
}

const ROWS: readonly FormatName[] = ['table', 'json', 'ndjson', 'csv', 'yaml'];

/** The formats of each type of view, the default first, and the error for all others. Checks also have junit and sarif. */
const SUPPORT: Readonly<Record<View['kind'], { readonly formats: readonly FormatName[]; readonly refusal: string }>> = {
  table: { formats: [...ROWS, 'markdown'], refusal: '' },
  details: { formats: ROWS, refusal: "This result is not a table and doesn't support" },
  drawing: { formats: ROWS, refusal: "This result is not a table and doesn't support" },
  lines: { formats: ['table', 'json', 'ndjson'], refusal: "Streaming commands don't support" },
  document: { formats: ['json', 'ndjson', 'yaml'], refusal: "This result doesn't support" },
  text: { formats: ['table'], refusal: "Text and pictures don't support" },
};

/** A drawing with columns can also be a table, unless they are only some of the fields of a record. */
const isTableToo = (view: View): boolean =>
  view.kind === 'drawing' && view.columns !== undefined && view.isRecord !== true;

const hasRows = (view: View, schema: z.ZodType): boolean =>
  view.kind !== 'drawing' || view.isRecord === true || isTabular(schema);

/** Throws a `usage` failure if the flags ask for output that the command does not have. */
export function planOutput(view: View, schema: z.ZodType, flags: OutputFlags, additions: Additions = {}): Plan {
  const { report } = additions;
  const { formats: usual, refusal } = SUPPORT[view.kind];
  const formats: readonly FormatName[] = isTableToo(view) ? [...usual, 'markdown'] : usual;
  const format = flags.output ?? formats[0] ?? 'json';
  if (format === 'lmx') return planContent(format, schema, flags, additions);
  if (view.kind === 'text') {
    const flag = flags.output === undefined ? '--fields' : `-o ${flags.output}`;
    if (flags.output !== undefined || flags.fields !== undefined)
      throw usage(`${refusal} ${flag}.`, `Omit ${flag}, or the flag that selects text or a picture.`);
  } else if (format === 'junit' || format === 'sarif') {
    const only = `-o ${format} is only supported by commands that check something, such as workflow lint.`;
    if (report === undefined) throw usage(only, 'Use -o json.');
  } else if (!formats.includes(format)) {
    throw usage(`${refusal} -o ${format}.`, `Use -o ${listOf(formats.filter((name) => name !== 'table'))}.`);
  }
  const fields = flags.fields === undefined ? undefined : parseFields(flags.fields, schema);
  if (format === 'csv' && !hasRows(view, schema) && fields === undefined) {
    throw usage("This result has no rows and doesn't support -o csv.", 'Use -o json, or choose fields with --fields.');
  }
  return {
    // A result that arrives while the command runs is never one complete document.
    format: view.kind === 'lines' && format === 'json' ? 'ndjson' : format,
    view,
    schema,
    fields,
    columns: 'columns' in view && typeof view.columns !== 'function' ? (view.columns ?? []) : [],
    report,
    headers: flags.headers ?? true,
  };
}

/** The text of a format that only this command has. */
function planContent(format: 'lmx', schema: z.ZodType, { fields }: OutputFlags, { formats }: Additions): Plan {
  const own = formats?.[format];
  if (own === undefined) {
    throw usage(`-o ${format} is only supported by messages show and components show.`, 'Use -o json.');
  }
  if (fields !== undefined) {
    throw usage(`-o ${format} prints one text and doesn't support --fields.`, 'Omit --fields.');
  }
  const view: View = { kind: 'text', text: own.text, exact: true };
  return { format: 'table', view, schema, fields: undefined, columns: [], report: undefined, headers: true };
}

const listOf = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
