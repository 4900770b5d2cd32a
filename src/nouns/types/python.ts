/** Types for Python 3.11 and later. */
import {
  commentText,
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

const constants = (
  suffix: string,
  records: ReadonlyArray<Pick<TypedRecord, 'id' | 'name'>>,
  prefix: string,
  value: 'id' | 'name',
): string[] =>
  identifiersOf(records, prefix).map((record) => `${upper(record.identifier)}_${suffix} = ${quoted(record[value])}`);

export const python = ({ emails, events, lists }: TypeModel): string =>
  [
    `# ${HEADER}`,
    'from typing import Dict, List, NotRequired, TypedDict, Union',
    '',
    ...constants('TRANSACTIONAL_ID', emails, 'Email', 'id'),
    ...constants('EVENT_NAME', events, 'Event', 'name'),
    ...constants('MAILING_LIST_ID', lists, 'List', 'id'),
    '',
    ...types(emails, 'Email', 'Variables'),
    ...types(events, 'Event', 'Properties'),
  ].join('\n');
