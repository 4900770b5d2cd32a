/** Every operation the sandbox answers, by route. */
import type { Handlers } from '../handler.ts';
import { apiKeyHandlers } from './api-key.ts';
import { audienceSegmentHandlers } from './audience-segments.ts';
import { dedicatedSendingIpHandlers } from './dedicated-sending-ips.ts';
import { groupHandlers } from './groups.ts';
import { themeHandlers } from './themes.ts';
import { transactionalEmailHandlers } from './transactional-emails.ts';
import { workflowHandlers } from './workflows.ts';

export const handlers: Handlers = {
  ...apiKeyHandlers,
  ...transactionalEmailHandlers,
  ...groupHandlers,
  ...workflowHandlers,
  ...themeHandlers,
  ...audienceSegmentHandlers,
  ...dedicatedSendingIpHandlers,
};
