/** The operations on audience segments: list and show. */
import { findOrRefuse, type Handlers, ok } from '../handler.ts';
import { answerPage } from '../paging.ts';

export const audienceSegmentHandlers: Handlers = {
  'GET /v1/audience-segments': async (call) =>
    answerPage(call, {
      collection: 'audience-segments',
      items: (await call.service.store.read()).audienceSegments,
      idOf: ({ id }) => id,
      show: (item) => item,
    }),

  'GET /v1/audience-segments/{id}': async (call) => {
    const { audienceSegments } = await call.service.store.read();
    const found = audienceSegments.find(({ id }) => id === call.id('id'));
    return ok(findOrRefuse(found, 'Audience segment'));
  },
};
