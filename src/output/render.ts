/** The one printer: it alone knows that there are formats, and which of them a result is printed in. */
import type * as z from 'zod';
import type { FormatName } from '../define/format-name.ts';
import type { Column, Paper, View } from '../define/view.ts';
import { usage } from '../errors.ts';
import type { Output } from '../runtime/runtime.ts';
import { visible, visibleValue } from '../text/escape.ts';
import { parseFields, pick } from './fields.ts';
import { FORMATS, gather, type Junit, type Result } from './formats.ts';

/** How a result is to be printed; made before anything is sent, so that a wrong flag costs nothing. */
export interface Plan {
  readonly format: FormatName;
  readonly view: View;
  readonly schema: z.ZodType;
  readonly fields: readonly string[] | undefined;
  readonly junit: Junit | undefined;
}

/** Throws a `usage` failure when the flags ask for what cannot be. */
export function planOutput(
  view: View,
  schema: z.ZodType,
  flags: { readonly output: FormatName | undefined; readonly fields: string | undefined },
  junit?: Junit,
): Plan {
  const plain = flags.output ?? (view.kind === 'document' ? 'json' : 'table');
  if (plain === 'junit' && junit === undefined) {
    throw usage('This command checks nothing that could be printed as junit.', 'Use -o json.');
  }
  if (view.kind === 'text' && flags.output !== undefined) {
    throw usage(`A format of its own and -o ${flags.output} contradict each other.`, 'Give one of them.');
  }
  if (view.kind === 'text' && flags.fields !== undefined) {
    throw usage('A format of its own and --fields contradict each other.', 'Give one of them.');
  }
  if (view.kind === 'document' && (plain === 'table' || plain === 'csv')) {
    throw usage(`This result cannot be printed as ${plain}.`, 'Use -o json, ndjson or yaml.');
  }
  if (view.kind === 'lines' && (plain === 'csv' || plain === 'yaml')) {
    throw usage(`What comes while the command goes on cannot be printed as ${plain}.`, 'Use -o json or ndjson.');
  }
  return {
    // A result that comes while the command goes on is never one finished document.
    format: view.kind === 'lines' && plain === 'json' ? 'ndjson' : plain,
    view,
    schema,
    fields: flags.fields === undefined ? undefined : parseFields(flags.fields, schema),
    junit,
  };
}

/**
 * Prints a result. Rejects with whatever the result rejects with, and with `OutputClosed`; the formats that are one
 * document have printed nothing by then.
 * `note` receives the sentence for an empty list.
 */
export async function render(
  result: Result,
  plan: Plan,
  out: Output,
  paper: Paper,
  note: (message: string) => void,
): Promise<void> {
  const { fields } = plan;
  if (plan.format === 'table') {
    for await (const text of drawings(result, plan, paper, note)) await out.write(text);
    return;
  }
  const asked = fields === undefined ? result : mapResult(result, (value) => pick(value, fields));
  const safe = plan.format === 'csv' && out.isTerminal ? mapResult(asked, visibleValue) : asked;
  for await (const text of FORMATS[plan.format](safe, plan)) await out.write(text);
}

function mapResult(result: Result, change: (value: unknown) => unknown): Result {
  if (result.kind === 'value') return { kind: 'value', value: change(result.value) };
  const { batches } = result;
  return {
    kind: 'items',
    batches: (async function* () {
      for await (const batch of batches) yield batch.map(change);
    })(),
  };
}

/** The result as its view has it. Views are given text that is visible already, and can print nothing else. */
async function* drawings(
  result: Result,
  { view, fields }: Plan,
  paper: Paper,
  note: (message: string) => void,
): AsyncIterable<string> {
  if (view.kind === 'lines' && result.kind === 'items') {
    for await (const batch of result.batches) {
      for (const item of batch) yield `${view.line(visibleValue(item), paper)}\n`;
    }
    return;
  }
  const value = visibleValue(await gather(result));
  if (view.kind === 'text') {
    const text = await view.text(value);
    if (text !== '') yield `${text}\n`;
    return;
  }
  const asked = fields?.map((path): Column => ({ heading: path, path }));
  if (view.kind === 'drawing' && asked === undefined) {
    yield `${await view.draw(value, paper)}\n`;
    return;
  }
  // The package behind it is dear to load, and whoever asks for data or a drawing does not need it.
  const { drawDetails, drawTable } = await import('./table.ts');
  if (view.kind === 'table' && Array.isArray(value)) {
    const total = asked === undefined && value.length > 1 && view.total ? [view.total(value)] : [];
    if (value.length === 0) note(view.empty);
    else yield `${drawTable(asked ?? view.columns, [...value, ...total], paper)}\n`;
  } else if (asked) {
    yield `${drawDetails(asked, value, paper)}\n`;
  } else if (view.kind === 'details') {
    yield `${drawDetails(typeof view.columns === 'function' ? view.columns(value) : view.columns, value, paper)}\n`;
  } else {
    yield `${visible(JSON.stringify(value))}\n`;
  }
}
