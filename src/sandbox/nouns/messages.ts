/** Email messages: show, change, test sends, and the checks before publishing. */
import { ok, Refusal, type SandboxNoun } from '../handler.ts';
import { getGuardian } from './messages/guardian.ts';
import { previewMessage, previewTimes } from './messages/preview.ts';
import { findMessage, recordOf } from './messages/record.ts';
import { savedMessages } from './messages/saved.ts';
import { updateMessage } from './messages/update.ts';

export const messages: SandboxNoun = {
  sections: [savedMessages, previewTimes],
  handlers: {
    'GET /v1/email-messages/{emailMessageId}': async ({ service, parameter }) => {
      if (!service.sendingDomain) throw new Refusal(400, 'Set up a sending domain before reading email messages.');
      const account = await service.store.read();
      return ok(recordOf(account, findMessage(account, parameter('emailMessageId'))));
    },
    'POST /v1/email-messages/{emailMessageId}': updateMessage,
    'POST /v1/email-messages/{emailMessageId}/preview': previewMessage,
    'GET /v1/email-messages/{emailMessageId}/guardian': getGuardian,
  },
};
