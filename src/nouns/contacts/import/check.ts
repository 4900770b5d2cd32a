/** The first pass over a file: reads every row without a request, and collects what is wrong and what would be sent. */
import { createHash } from 'node:crypto';
import { HashSet } from '../../../batch/hash-set.ts';
import type { Row } from '../../../batch/row.ts';
import { usage } from '../../../errors.ts';
import { formatNumber } from '../../../text/number.ts';
import { shellWord } from '../../../text/shell.ts';
import type { PropertyType } from '../../properties.ts';
import type { Columns } from './columns.ts';
import { inferType, type TypeInference } from './infer-type.ts';
import { type ContactItem, itemOf, type RowRules } from './row-item.ts';

export interface Finding {
  readonly line: number;
  readonly message: string;
}

export interface Checked {
  readonly rows: number;
  readonly invalid: number;
  /** The first rows that can't be imported. */
  readonly problems: readonly Finding[];
  /** The first values that are probably not meant, and the number of all. */
  readonly warnings: readonly Finding[];
  readonly warned: number;
  /** Rows with an email address and a user ID. */
  readonly withBoth: number;
  /** Rows whose `subscribed: true` is not sent. */
  readonly leftOut: number;
  /** Rows that subscribe a person. */
  readonly subscribing: number;
  /** The first valid rows, as they are sent. */
  readonly sample: readonly ContactItem[];
  readonly newProperties: ReadonlyMap<string, PropertyType>;
}

/** Findings that are listed; the others are counted. */
export const LISTED = 20;

const SAMPLE = 3;

/** Decides whether rows are the same contact: half of a SHA-256 is never equal by chance. */
export function createDuplicateCheck(): (item: ContactItem) => ContactItem {
  const seen = new HashSet();
  const isNew = (key: string): boolean => seen.add(createHash('sha256').update(key).digest().readBigUInt64BE());
  return (item) => {
    if (item.problem !== undefined) return item;
    const { email, userId } = item.body;
    const repeated = [
      ...(email !== undefined && !isNew(`email ${email.toLowerCase()}`) ? ['email address'] : []),
      ...(userId !== undefined && !isNew(`user ${userId}`) ? ['user ID'] : []),
    ];
    return repeated.length === 0
      ? item
      : { ...item, problem: `an earlier row has the same ${repeated.join(' and the same ')}` };
  };
}

/** Rejects with a `usage` failure where no row can be understood: an unknown column, or no rows. */
export async function checkRows(rows: AsyncIterable<Row>, rules: RowRules, name: string): Promise<Checked> {
  const { columns } = rules;
  const inferences = new Map<string, TypeInference>();
  const seeNew = (key: string, value: unknown): void => {
    const inference = inferences.get(key) ?? inferType();
    inferences.set(key, inference);
    inference.see(value);
  };
  const unique = createDuplicateCheck();
  const found = createFindings();
  const sample: Row[] = [];
  for await (const row of rows) {
    const item = unique(itemOf(row, { ...rules, seeNew }));
    found.add(item);
    if (sample.length < SAMPLE && item.problem === undefined) sample.push(row);
  }
  refuseColumns(columns, name);
  const newProperties = typesOf(columns, inferences);
  columns.setTypes(newProperties);
  const checked = found.result();
  if (checked.rows === 0) throw usage(`${name} has no rows.`);
  return { ...checked, newProperties, sample: sample.map((row) => itemOf(row, rules)) };
}

function createFindings() {
  const problems: Finding[] = [];
  const warnings: Finding[] = [];
  let [rows, invalid, warned, withBoth, leftOut, subscribing] = [0, 0, 0, 0, 0, 0];
  return {
    add(item: ContactItem): void {
      rows++;
      const { line, problem, body } = item;
      if (problem !== undefined) {
        invalid++;
        if (problems.length < LISTED) problems.push({ line, message: problem });
        return;
      }
      if (body.email !== undefined && body.userId !== undefined) withBoth++;
      if (item.leftOut) leftOut++;
      if (body.subscribed === true) subscribing++;
      warned += item.warnings.length;
      for (const message of item.warnings) if (warnings.length < LISTED) warnings.push({ line, message });
    },
    result: (): Omit<Checked, 'newProperties' | 'sample'> => ({
      rows,
      invalid,
      problems,
      warnings,
      warned,
      withBoth,
      leftOut,
      subscribing,
    }),
  };
}

function refuseColumns(columns: Columns, name: string): void {
  const problems = columns.problems();
  if (problems.length === 0) return;
  const shown = problems.slice(0, LISTED);
  const more = problems.length - shown.length;
  const maps = shown.flatMap(({ map }) => (map === undefined ? [] : [`--map ${shellWord(map)}`]));
  throw usage(
    [...shown.map(({ message }) => message), ...(more > 0 ? [`There are ${formatNumber(more)} more.`] : [])].join(' '),
    [
      `Nothing was imported from ${name}.`,
      ...(maps.length === 0 ? [] : [`Did you mean: ${maps.join(' ')}?`]),
      `--map 'COLUMN=' skips a column.`,
    ].join(' '),
  );
}

function typesOf(columns: Columns, inferences: ReadonlyMap<string, TypeInference>): ReadonlyMap<string, PropertyType> {
  const types = new Map<string, PropertyType>();
  for (const [key, inference] of inferences) {
    const type = inference.type();
    if (type === undefined) throw usage(`The values of column ${JSON.stringify(key)} have different types.`);
    types.set(key, type);
  }
  for (const key of columns.created()) if (!types.has(key)) types.set(key, 'string');
  return types;
}
