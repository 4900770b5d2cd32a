/** What IDs refer to: the words for it, and the command that lists the candidates. */
import * as z from 'zod';
import type { Reference } from '../define/field.ts';

/** Commands without the program's name. */
const LISTED_BY = {
  campaign: 'campaigns list',
  'campaign group': 'groups list --type campaign',
  component: 'components list',
  'email message': undefined,
  group: 'groups list --type all',
  'mailing list': 'lists list',
  segment: 'segments list',
  theme: 'themes list',
  upload: undefined,
  'transactional email': 'transactional list',
  'transactional group': 'groups list',
  workflow: 'workflow list',
  'workflow node': 'workflow show <id>',
} as const;

export type Referent = keyof typeof LISTED_BY;

/** What a command shows the names of. */
export const references = (...referents: readonly Referent[]): readonly Reference[] =>
  referents.map((name) => ({ name, list: LISTED_BY[name] }));

/** Whether a value of a response can be the ID in another request: those that the path of a URL cannot have are not. */
export const isSendableId = (value: unknown): value is string =>
  typeof value === 'string' && !['', '.', '..'].includes(value) && value.isWellFormed();

/** An ID field that says what it refers to: help, hints and completion read it from the schema. */
export const idOf = (referent: Referent) =>
  z
    .string()
    .min(1)
    .describe(`ID of the ${referent}`)
    .meta({ refersTo: { name: referent, list: LISTED_BY[referent] } });

/** The same for an argument that may also be the name of a saved file, or `-` for standard input. */
export const idOrFile = (referent: Referent) =>
  idOf(referent).meta({ refersTo: { name: referent, list: LISTED_BY[referent], orFile: true } });

/** What an email message belongs to, by its name. */
const OWNERS = {
  transactional: { name: 'transactional email', list: LISTED_BY['transactional email'] },
  campaign: { name: 'campaign', list: LISTED_BY.campaign },
};

/** An email message by its ID, or what it belongs to by its name: the name becomes `campaign:<id>`. */
export const emailOf = () =>
  idOf('email message').meta({ refersTo: { name: 'email message', list: undefined, kinds: OWNERS } });

/** An email: a saved file, an email message by its ID, or what the message belongs to by its name. */
export const emailOrFile = () =>
  idOf('email message').meta({
    refersTo: {
      name: 'email message',
      list: undefined,
      orFile: true,
      kinds: {
        ...OWNERS,
        component: { name: 'component', list: LISTED_BY.component },
      },
    },
  });

/** A mailing list with one of some endings: `Product news=off`. The ending stays when a name becomes an ID. */
export const listReference = (endings: readonly string[]) =>
  z
    .string()
    .min(1)
    .meta({ refersTo: { name: 'mailing list', list: LISTED_BY['mailing list'], endings } });
