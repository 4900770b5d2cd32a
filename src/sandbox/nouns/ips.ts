/** Dedicated sending IPs: one operation, which answers with an array and no pagination object. */
import { section } from '../account.ts';
import { ok, type SandboxNoun } from '../handler.ts';

/** From the address ranges that are reserved for documentation. */
const dedicatedSendingIps = section('dedicatedSendingIps', () => [
  '192.0.2.25',
  '198.51.100.17',
  '203.0.113.240',
  '2001:db8::25',
  '2001:db8:4:1::17',
]);

export const ips: SandboxNoun = {
  sections: [dedicatedSendingIps],
  handlers: {
    'GET /v1/dedicated-sending-ips': async ({ service }) => ok(dedicatedSendingIps.of(await service.store.read())),
  },
};
