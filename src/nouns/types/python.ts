/** Types for Python 3.11 and later. */
import {
  commentText,
  constantsOf,
  HEADER,
  identifiersOf,
  type TypedField,
  type TypedRecord,
  type TypeModel,
  upper,
} from './model.ts';

const TYPES = { value: 'Union[str, int, float]', string: 'str', number: 'float', boolean: 'bool' } as const;

/** Escapes of JSON are escapes of Python too. */
const quoted = (text: string): string => JSON.stringify(text);

const itemType = (identifier: string, name: string): string =>
  `${identifier}_${name.replace(/[^A-Za-z0-9]/g, '_')}_Item`;

function dictionary(identifier: string, fields: readonly TypedField[]): string[] {
  const items = fields.flatMap(({ type, name, fields: inner = [] }) =>
    type === 'list' && inner.length > 0 ? dictionary(itemType(identifier, name), inner) : [],
  );
  const rows = fields.map(({ name, type, fields: inner = [], required }) => {
    const item = inner.length === 0 ? 'Dict[str, Union[str, int, float]]' : itemType(identifier, name);
    const hint = type === 'list' ? `List[${item}]` : TYPES[type];
    return `    ${quoted(name)}: ${required ? hint : `NotRequired[${hint}]`},`;
  });
  // The functional form allows keys such as first-name.
  return [...items, `${identifier} = TypedDict(${quoted(identifier)}, {`, ...rows, '})', ''];
}

const types = (records: readonly TypedRecord[], prefix: string, suffix: string): string[] =>
  identifiersOf(records, prefix).flatMap(({ identifier, name, fields }) => [
    `# ${commentText(name)}`,
    ...dictionary(`${identifier}${suffix}`, fields),
  ]);

const SUFFIXES = { email: 'TRANSACTIONAL_ID', event: 'EVENT_NAME', list: 'MAILING_LIST_ID' } as const;

export const python = (model: TypeModel): string =>
  [
    `# ${HEADER}`,
    'from typing import Dict, List, NotRequired, TypedDict, Union',
    '',
    ...constantsOf(model).map(({ identifier, of, value }) => `${upper(identifier)}_${SUFFIXES[of]} = ${quoted(value)}`),
    '',
    ...types(model.emails, 'Email', 'Variables'),
    ...types(model.events, 'Event', 'Properties'),
  ].join('\n');
