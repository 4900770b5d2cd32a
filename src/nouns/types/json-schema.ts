/** Types as JSON Schema. */
import { HEADER, identifiersOf, type TypedField, type TypedRecord, type TypeModel } from './model.ts';

const TYPES = { value: ['string', 'number'], string: 'string', number: 'number', boolean: 'boolean' } as const;

function schemaOf({ type, fields = [] }: TypedField): object {
  if (type !== 'list') return { type: TYPES[type] };
  return { type: 'array', maxItems: 100, items: fields.length === 0 ? { type: 'object' } : objectOf(fields) };
}

const objectOf = (fields: readonly TypedField[]): object => ({
  type: 'object',
  properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
  required: fields.filter(({ required }) => required).map(({ name }) => name),
  additionalProperties: false,
});

const definitions = (records: readonly TypedRecord[], prefix: string, suffix: string) =>
  identifiersOf(records, prefix).map(({ identifier, name, id, fields }) => [
    `${identifier}${suffix}`,
    { title: name, $comment: `ID ${id}`, ...objectOf(fields) },
  ]);

export const jsonSchema = ({ emails, events, lists }: TypeModel): string => {
  const ids = Object.fromEntries(identifiersOf(lists, 'List').map(({ identifier, id }) => [identifier, id]));
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $comment: HEADER,
    $defs: Object.fromEntries([
      ...definitions(emails, 'Email', 'Variables'),
      ...definitions(events, 'Event', 'Properties'),
    ]),
    ...(lists.length === 0 ? {} : { 'x-mailing-lists': ids }),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
};
