/** Fields as commander's options and arguments. */
import { Argument, InvalidArgumentError, Option } from 'commander';
import { type Field, flagTerm, isNegated } from '../define/field.ts';

function toNumber(text: string): number {
  if (!/^[+-]?\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('It must be a number.');
  return Number(text);
}

export function optionOf(field: Field): Option {
  const option = new Option(flagTerm(field), field.description);
  if (field.kind === 'number') option.argParser(toNumber);
  if (field.many) {
    option.argParser((text: string, before: unknown) => [
      ...(Array.isArray(before) ? before : []),
      field.kind === 'number' ? toNumber(text) : text,
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
  return argument;
}
