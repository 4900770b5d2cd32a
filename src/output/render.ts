/** The one printer: it alone knows that there are formats, and which of them a result is printed in. */
import type * as z from 'zod';
import type { FormatName } from '../define/format-name.ts';
import type { Column, View } from '../define/view.ts';
import { usage } from '../errors.ts';
import type { Output } from '../runtime/runtime.ts';
import { escapeValue } from '../text/escape.ts';
import { drawDetails } from './details.ts';
import { displayFor, type Surface } from './display.ts';
import { parseFields, pick } from './fields.ts';
import { FORMATS, gather, type Junit, type Result } from './formats.ts';
import { drawTable } from './table.ts';

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
  surface: Surface,
  note: (message: string) => void,
): Promise<void> {
  const { fields } = plan;
  if (plan.format === 'table') {
    for await (const text of drawings(result, plan, surface, note)) await out.write(text);
    return;
  }
  const asked = fields === undefined ? result : mapResult(result, (value) => pick(value, fields));
  const safe = plan.format === 'csv' && out.isTerminal ? mapResult(asked, escapeValue) : asked;
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

/** What a person sees. Views receive text whose control characters are escaped, and can print nothing else. */
async function* drawings(
  result: Result,
  { view, fields }: Plan,
  surface: Surface,
  note: (message: string) => void,
): AsyncIterable<string> {
  if (view.kind === 'lines' && result.kind === 'items') {
    for await (const batch of result.batches) {
      for (const item of batch) {
        const shown = escapeValue(item);
        yield `${view.line(shown, await displayFor(surface, JSON.stringify(shown) ?? ''))}\n`;
      }
    }
    return;
  }
  const value = escapeValue(await gather(result));
  if (view.kind === 'text') {
    const text = await view.text(value);
    if (text !== '') yield `${text}\n`;
    return;
  }
  const display = await displayFor(surface, JSON.stringify(value) ?? '');
  if (view.kind === 'drawing' && fields === undefined) {
    yield `${await view.draw(value, display)}\n`;
    return;
  }
  const known = columnsOf(view, value);
  const columns = fields?.map((path) => chosenColumn(path, known)) ?? known;
  if (Array.isArray(value)) {
    const { empty, total } = view.kind === 'table' ? view : {};
    if (value.length === 0) note(empty ?? 'The list is empty.');
    else
      yield `${drawTable(columns, fields === undefined && total && value.length > 1 ? [...value, total(value)] : value, display)}\n`;
  } else yield `${drawDetails(columns, value, display)}\n`;
}

function columnsOf(view: View, value: unknown): readonly Column[] {
  if (view.kind === 'details') return typeof view.columns === 'function' ? view.columns(value) : view.columns;
  return view.kind === 'table' || view.kind === 'drawing' ? (view.columns ?? []) : [];
}

/** A field that `--fields` names looks as in the full view, but is never left out. */
function chosenColumn(path: string, known: readonly Column[]): Column {
  const { minor: _, optional: __, ...column } = known.find((one) => one.path === path) ?? { heading: path, path };
  return column;
}
