/** The operations on themes: list and show. */
import { findOrRefuse, type Handlers, ok } from '../handler.ts';
import { answerPage } from '../paging.ts';

export const themeHandlers: Handlers = {
  'GET /v1/themes': async (call) =>
    answerPage(call, {
      collection: 'themes',
      items: (await call.service.store.read()).themes,
      idOf: ({ id }) => id,
      show: (item) => item,
    }),

  'GET /v1/themes/{id}': async (call) => {
    const { themes } = await call.service.store.read();
    const found = themes.find(({ id }) => id === call.id('id'));
    return ok(findOrRefuse(found, 'Theme'));
  },
};
