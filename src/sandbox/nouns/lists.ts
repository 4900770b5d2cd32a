/** Mailing lists: one operation, which answers with an array and no pagination object. */
import type { MailingList } from '../../nouns/lists.ts';
import { section } from '../account.ts';
import { ok, type SandboxNoun } from '../handler.ts';
import { seedId } from '../identifiers.ts';

/** Name, description, and whether contacts see it in their preference center. */
const LISTS: readonly (readonly [name: string, description: string | null, isPublic: boolean])[] = [
  ['Product updates', 'What is new, once a month', true],
  ['Product tips', 'Short how-tos on Tuesdays', true],
  ['Brightwater Bulletin', 'The newsletter for managers', true],
  ['Offers', null, true],
  ['Beta testers', 'Invited by the product team', false],
  ['Nouvelles de France', 'The French newsletter', true],
  ['日本向けニュース', null, false],
];

export const mailingListId = (name: string): string => seedId('mailing-list', name);

export const mailingLists = section('mailingLists', (): MailingList[] =>
  LISTS.map(([name, description, isPublic]) => ({ id: mailingListId(name), name, description, isPublic })),
);

export const lists: SandboxNoun = {
  sections: [mailingLists],
  handlers: { 'GET /v1/lists': async ({ service }) => ok(mailingLists.of(await service.store.read())) },
};
