/** Draws the variables of an email: one line each, and what an example lacks. */
import type { Display } from '../../../define/view.ts';
import { formatList } from '../../../text/list.ts';
import { formatCount } from '../../../text/number.ts';
import { hang } from '../../../text/wrap.ts';
import type { VariableRow, Variables } from './schema.ts';

const NEEDED = {
  always: 'in every email',
  sometimes: 'under a condition',
  condition: 'only decides what is shown',
} as const;

const place = ({ place: where, line }: VariableRow['uses'][number]): string =>
  where === 'lmx' ? `line ${line}` : where;

/** More places than fit a line. */
const MOST_PLACES = 6;

function placesOf({ uses }: VariableRow): string {
  return formatList([...new Set(uses.map(place))], { most: MOST_PLACES });
}

function drawVariable(row: VariableRow, display: Display): string {
  const { variable, kind, fields, needed, fallback, required } = row;
  const { style } = display;
  const list = kind === 'array' ? `list${fields.length === 0 ? '' : ` with ${fields.join(', ')}`}; ` : '';
  const state = required ? 'required' : fallback === null ? 'optional' : `fallback ${JSON.stringify(fallback)}`;
  const text = `${list}${NEEDED[needed]}; ${state}`;
  return [style.bold(variable), hang('  ', text, display), hang('  ', placesOf(row), display, style.dim)].join('\n');
}

export function drawVariables(value: unknown, display: Display): string {
  // The value that `run` returned.
  const { source, variables, problems } = value as Variables;
  const lines =
    variables.length === 0 ? [`${source} has no variables.`] : variables.map((row) => drawVariable(row, display));
  if (problems === undefined) return lines.join('\n');
  const { style } = display;
  const found =
    problems.length === 0
      ? [`${style.green('✓')} The example has every value.`]
      : [
          ...problems.map(({ rule, message }) => hang(style.red(rule.padEnd(9)), message, display)),
          style.bold(`${formatCount(problems.length, 'finding')}.`),
        ];
  return [...lines, '', ...found].join('\n');
}
