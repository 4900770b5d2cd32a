/** The check of an API key: answers with the name of the team, even if every API is disabled. */
import { section } from '../account.ts';
import { ok, type SandboxNoun } from '../handler.ts';

/** Brightwater is an invented company that sells software for shift schedules. */
const teamName = section(
  'teamName',
  () => 'Brightwater',
  (saved) => typeof saved === 'string',
);

export const apiKey: SandboxNoun = {
  sections: [teamName],
  handlers: {
    'GET /v1/api-key': async ({ service }) => ok({ success: true, teamName: teamName.of(await service.store.read()) }),
  },
};
