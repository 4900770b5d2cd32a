/** Fields as commander's options and arguments. */
import { Argument, InvalidArgumentError, Option } from 'commander';
import { type Field, flagTerm, isNegated } from '../define/field.ts';
import { pluralize } from '../text/number.ts';

function toNumber(text: string): number {
  if (!/^[+-]?\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('It must be a number.');
  return Number(text);
}

/** Typed words that stand for a choice, as that choice. */
const choiceOf = ({ choices = [], orPlural }: Field, text: string): string =>
  (orPlural ? choices.find((choice) => pluralize(2, choice) === text) : undefined) ?? text;

export function optionOf(field: Field): Option {
  const option = new Option(flagTerm(field), field.description);
  if (field.kind === 'number') option.argParser(toNumber);
  if (field.many) {
    option.argParser((text: string, before: unknown) => [
      ...(Array.isArray(before) ? before : []),
      field.kind === 'number' ? toNumber(text) : choiceOf(field, text),
    ]);
  }
  // The schema checks the values of a repeatable flag: commander would keep only the last of them.
  if (field.choices && !field.many) option.choices(field.choices);
  if (field.defaultValue !== undefined && field.defaultValue !== false && !isNegated(field)) {
    option.default(field.defaultValue);
  }
  return option;
}

/** `<id>`, `[file]`, `<id...>`. */
export function argumentOf(field: Field): Argument {
  const name = `${field.placeholder}${field.many ? '...' : ''}`;
  const argument = new Argument(field.required ? `<${name}>` : `[${name}]`, field.description);
  if (field.choices) argument.choices(field.choices);
  const { parseArg } = argument;
  if (field.orPlural) argument.argParser((text: string, before) => parseArg?.(choiceOf(field, text), before));
  return argument;
}
