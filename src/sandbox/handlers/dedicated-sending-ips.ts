/** The one operation on dedicated sending IPs: a bare array, without an envelope. */
import { type Handlers, ok } from '../handler.ts';

export const dedicatedSendingIpHandlers: Handlers = {
  'GET /v1/dedicated-sending-ips': async ({ service }) => ok((await service.store.read()).dedicatedSendingIps),
};
