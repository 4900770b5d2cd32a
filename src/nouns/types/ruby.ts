/** Types for Ruby. */
import {
  commentText,
  fieldIdentifiers,
  HEADER,
  identifiersOf,
  snake,
  type TypedRecord,
  type TypeModel,
  upper,
} from './model.ts';

/** In single quotes nothing is interpolated. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

const structs = (records: readonly TypedRecord[], prefix: string, suffix: string): string[] =>
  identifiersOf(records, prefix).flatMap(({ identifier, name, fields }) => {
    const members = fieldIdentifiers(fields, snake);
    const list = members.map((member) => `:${member}`);
    const pairs = fields.map((field, index) => `${quoted(field.name)} => self[:${members[index]}]`);
    const required = fields.flatMap((field, index) => (field.required ? `:${members[index]}` : []));
    return [
      `  # ${commentText(name)}`,
      // A Struct needs a member in older versions.
      fields.length === 0
        ? `  ${identifier}${suffix} = Class.new do`
        : `  ${identifier}${suffix} = Struct.new(${list.join(', ')}, keyword_init: true) do`,
      '    def self.required',
      `      [${required.join(', ')}]`,
      '    end',
      '',
      '    def to_payload',
      fields.length === 0 ? '      {}' : `      { ${pairs.join(', ')} }.compact`,
      '    end',
      '  end',
      '',
    ];
  });

const constants = (
  suffix: string,
  records: ReadonlyArray<Pick<TypedRecord, 'id' | 'name'>>,
  prefix: string,
  value: 'id' | 'name',
): string[] =>
  identifiersOf(records, prefix).map((record) => `  ${upper(record.identifier)}_${suffix} = ${quoted(record[value])}`);

export const ruby = ({ emails, events, lists }: TypeModel): string =>
  [
    '# frozen_string_literal: true',
    '',
    `# ${HEADER}`,
    'module Loops',
    ...constants('TRANSACTIONAL_ID', emails, 'Email', 'id'),
    ...constants('EVENT_NAME', events, 'Event', 'name'),
    ...constants('MAILING_LIST_ID', lists, 'List', 'id'),
    '',
    ...structs(emails, 'Email', 'Variables'),
    ...structs(events, 'Event', 'Properties'),
    'end',
    '',
  ].join('\n');
