/** `contacts export`: all data of one person, or of the people in a file, as JSON. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { Person, personReads, readPerson } from './person.ts';
import { allOf, openPeople, severalContacts } from './several.ts';

export const exportCommand = command({
  notes:
    'Exports what the API returns about a person: the fields of the contact with its custom properties, its mailing lists by name, and its suppression. One person is one JSON document; with several, or with --file, the result is an array. The API has no record of the emails that were sent to a person.',
  input: z.object(severalContacts),
  positionals: ['emails'],
  output: z.union([Person, z.array(Person)]),
  calls: personReads,
  examples: [
    { does: 'One person', line: 'contacts export ada@example.com' },
    { does: 'Several, one per line', line: 'contacts export ada@example.com ben@example.com -o ndjson' },
  ],
  run: async (context, given) => {
    const people = await openPeople(context, given, 'contacts export');
    try {
      const all = await allOf(people);
      const exported = await context.each(all, ({ identity }) => readPerson(context, identity));
      return given.file === undefined && exported.length === 1 ? exported[0] : exported;
    } finally {
      await people.close();
    }
  },
  view: { kind: 'document' },
});
