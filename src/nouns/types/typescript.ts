/** Types for TypeScript. */
import {
  camel,
  commentText,
  HEADER,
  identifiersOf,
  type TypedField,
  type TypedRecord,
  type TypeModel,
} from './model.ts';

const TYPES = { value: 'string | number', string: 'string', number: 'number', boolean: 'boolean' } as const;

const key = (name: string): string => (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : JSON.stringify(name));

function typeOf({ type, fields = [] }: TypedField): string {
  if (type !== 'list') return TYPES[type];
  const inner = fields.map((field) => `${key(field.name)}: ${typeOf(field)}`);
  return inner.length === 0
    ? 'ReadonlyArray<Record<string, string | number>>'
    : `ReadonlyArray<{ ${inner.join('; ')} }>`;
}

function interfaces(records: readonly TypedRecord[], prefix: string, suffix: string): string[] {
  return identifiersOf(records, prefix).flatMap(({ identifier, name, fields }) => [
    `/** ${commentText(name)} */`,
    `export interface ${identifier}${suffix} {`,
    ...fields.map((field) => `  ${key(field.name)}${field.required ? '' : '?'}: ${typeOf(field)};`),
    '}',
    '',
  ]);
}

const constants = (
  name: string,
  records: ReadonlyArray<Pick<TypedRecord, 'id' | 'name'>>,
  prefix: string,
  value: 'id' | 'name',
): string[] => [
  `export const ${name} = {`,
  ...identifiersOf(records, prefix).map((record) => `  ${camel(record.identifier)}: ${JSON.stringify(record[value])},`),
  '} as const;',
  '',
];

export const typescript = ({ emails, events, lists }: TypeModel): string =>
  [
    `// ${HEADER}`,
    '',
    ...constants('transactionalIds', emails, 'Email', 'id'),
    ...constants('eventNames', events, 'Event', 'name'),
    ...constants('mailingListIds', lists, 'List', 'id'),
    ...interfaces(emails, 'Email', 'Variables'),
    ...interfaces(events, 'Event', 'Properties'),
  ].join('\n');
