/** Prints results as planned: as data, or as what a person sees. */
import { NO_NAMES, type RecordNames } from '../define/names.ts';
import type { Column, Display, View } from '../define/view.ts';
import type { Output } from '../runtime/runtime.ts';
import { escapeControls, escapeValue } from '../text/escape.ts';
import { drawDetails } from './details.ts';
import { displayFor, type Surface } from './display.ts';
import { pick } from './fields.ts';
import { FORMATS, gather, type Result } from './formats.ts';
import { jsonPainter } from './json-color.ts';
import type { Plan } from './plan.ts';
import { drawTable } from './table.ts';

export interface RenderOptions {
  /** Receives the sentence for an empty list. */
  note(message: string): void;
  /** The names of other records. Called when the result is there, and only to draw it. */
  names(): Promise<RecordNames>;
}

/** Rejects like the result, and with `OutputClosed`: one complete document has printed nothing by then. */
export async function render(
  result: Result,
  plan: Plan,
  out: Output,
  surface: Surface,
  { note, names }: RenderOptions,
): Promise<void> {
  const { fields } = plan;
  if (plan.format === 'table' || plan.format === 'markdown') {
    for await (const text of drawings(result, plan, surface, { note, names })) await out.write(text);
    return;
  }
  const asked = fields === undefined ? result : mapResult(result, (value) => pick(value, fields));
  const safe = plan.format === 'csv' && out.isTerminal ? mapResult(asked, escapeValue) : asked;
  const options = out.isTerminal ? { ...plan, paint: jsonPainter(surface.style) } : plan;
  for await (const text of FORMATS[plan.format](safe, options)) await out.write(text);
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

async function* drawings(
  result: Result,
  { format, view, fields, headers }: Plan,
  surface: Surface,
  { note, names }: RenderOptions,
): AsyncIterable<string> {
  if (view.kind === 'lines' && result.kind === 'items') {
    for await (const batch of result.batches) {
      for (const item of batch.map(escapeValue)) yield `${view.line(item, await displayOf(item, surface, NO_NAMES))}\n`;
    }
    return;
  }
  const gathered = await gather(result);
  if (view.kind === 'text' && view.exact) {
    const text = `${await view.text(gathered, NO_NAMES, gathered)}`.replace(/\n?$/, '\n');
    yield surface.width !== undefined ? text.split('\n').map(escapeControls).join('\n') : text;
    return;
  }
  const value = escapeValue(gathered);
  if (format === 'markdown') {
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    const display = {
      ...(await displayOf(items, { ...surface, width: undefined }, await names())),
      paintColor: undefined,
    };
    const known = columnsOf(view, items);
    const columns = fields?.map((path) => chosenColumn(path, known)) ?? known;
    yield `${(await import('./markdown.ts')).drawMarkdown(columns, items, display)}\n`;
    return;
  }
  if (view.kind === 'table' && Array.isArray(value) && value.length === 0) {
    note(view.empty);
    return;
  }
  const known = await names();
  const text =
    view.kind === 'text'
      ? await view.text(value, known, gathered)
      : await draw(value, view, { fields, headers }, surface, known);
  if (text !== '' || view.kind !== 'text') yield `${text}\n`;
}

const displayOf = (value: unknown, surface: Surface, names: RecordNames): Promise<Display> =>
  displayFor(surface, [JSON.stringify(value) ?? '', ...names.all].join(' '), names);

async function draw(
  value: unknown,
  view: View,
  { fields, headers }: Pick<Plan, 'fields' | 'headers'>,
  surface: Surface,
  names: RecordNames,
): Promise<string> {
  const display = await displayOf(value, surface, names);
  if (view.kind === 'drawing' && fields === undefined) return view.draw(value, display);
  const known = columnsOf(view, value);
  const columns = fields?.map((path) => chosenColumn(path, known)) ?? known;
  if (!Array.isArray(value)) return drawDetails(columns, value, display);
  const hasTotal = view.kind === 'table' && view.total && fields === undefined && value.length > 1;
  return drawTable(columns, hasTotal ? [...value, view.total?.(value)] : value, display, headers);
}

function columnsOf(view: View, value: unknown): readonly Column[] {
  if (!('columns' in view)) return [];
  return typeof view.columns === 'function' ? view.columns(value) : (view.columns ?? []);
}

/** A field that `--fields` names looks as in the full view, but is never left out. */
function chosenColumn(path: string, known: readonly Column[]): Column {
  const { minor: _, optional: __, ...column } = known.find((one) => one.path === path) ?? { heading: path, path };
  return column;
}
