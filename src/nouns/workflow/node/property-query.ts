/** The query of a contact property trigger, from `--property`, `--is` and `--was`, with operators that fit the property. */
import type { Context } from '../../../define/command.ts';
import { Failure, usage } from '../../../errors.ts';
import { listProperties } from '../../properties.ts';
import { COMPARISON_OPERATORS, isPropertyType, type PropertyType, triggerWord, VALUELESS } from '../comparisons.ts';

interface Typed {
  readonly property?: string | undefined;
  readonly is?: string | undefined;
  readonly was?: string | undefined;
}

/** Rejects with a `usage` failure for a property that does not exist, or for an operator that does not fit it. */
export async function readQuery({ property = '', is, was }: Typed, context: Context): Promise<unknown> {
  if (is === undefined) throw usage('--property requires --is.', 'Example: `--property plan --is equal:pro`.');
  const properties = await context.call(listProperties, {});
  if (!Array.isArray(properties))
    throw new Failure('unexpected_response', 'The properties of contacts could not be read.');
  const found = properties.find(({ key }) => key === property);
  if (found === undefined) {
    throw usage(`There is no contact property ${JSON.stringify(property)}.`, 'Run `loopsctl properties list`.');
  }
  const { type } = found;
  if (!isPropertyType(type)) {
    throw usage(`The type of ${property} (${type}) has no known comparisons.`, 'Set the trigger in the dashboard.');
  }
  return { key: property, is: readSide('is', is, type), was: readSide('was', was ?? 'any', type) };
}

/** `equal:pro`, `empty`. */
function readSide(side: 'is' | 'was', text: string, type: PropertyType): { operator: string; value: string | number } {
  const colon = text.indexOf(':');
  const [operator, value] = colon < 0 ? [text, undefined] : [text.slice(0, colon), text.slice(colon + 1)];
  const fitting: readonly string[] = COMPARISON_OPERATORS[type][side];
  if (!fitting.includes(operator)) {
    const word = triggerWord(operator, fitting);
    const hint =
      word === undefined
        ? `Operators: ${fitting.join(', ')}.`
        : `Use ${word}: triggers and filters have different words for it.`;
    throw usage(`--${side}: ${JSON.stringify(operator)} is not a comparison of a ${type}.`, hint);
  }
  // The API requires a value even where there is nothing to compare with.
  if (VALUELESS.includes(operator)) {
    if (value !== undefined) throw usage(`--${side}: ${operator} takes no value.`, `Use --${side} ${operator}.`);
    return { operator, value: '' };
  }
  if (value === undefined || value === '') {
    throw usage(
      `--${side}: ${operator} needs a value.`,
      `Example: \`--${side} ${operator}:${type === 'number' ? '10' : 'pro'}\`.`,
    );
  }
  const number = Number(value);
  if (type === 'number' && !Number.isFinite(number))
    throw usage(`--${side}: ${JSON.stringify(value)} is not a number.`);
  return { operator, value: type === 'number' ? number : value };
}
