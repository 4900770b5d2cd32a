/** The key check: answers with the team's name to whoever has a valid key, whatever areas are off. */
import { type Handlers, ok } from '../handler.ts';

export const apiKeyHandlers: Handlers = {
  'GET /v1/api-key': async ({ service }) => ok({ success: true, teamName: (await service.store.read()).teamName }),
};
