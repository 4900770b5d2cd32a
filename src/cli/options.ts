/** Fields as commander's options and arguments. */
import { Argument, InvalidArgumentError, Option } from 'commander';
import { type Field, flagOf, isNegated } from '../define/field.ts';

function toNumber(text: string): number {
  if (!/^[+-]?\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('It must be a number.');
  return Number(text);
}

/** `--per-page <n>`; a boolean that is true by default becomes `--no-color`. */
export function optionOf(field: Field): Option {
  const value = field.kind === 'boolean' ? '' : ` <${field.placeholder}>`;
  const option = new Option(`${field.short ? `-${field.short}, ` : ''}${flagOf(field)}${value}`, field.description);
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
