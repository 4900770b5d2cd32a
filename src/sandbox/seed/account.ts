/** The account a new sandbox begins with: Brightwater, a made-up company that sells rotas for teams that work shifts. */
import type { Account } from '../account.ts';
import { campaignGroups, transactionalGroups } from './groups.ts';
import { audienceSegments } from './segments.ts';
import { themes } from './themes.ts';
import { transactionalEmails } from './transactional-emails.ts';
import { workflows } from './workflows/index.ts';

/** From the address ranges kept for documentation. */
const DEDICATED_SENDING_IPS = ['192.0.2.25', '198.51.100.17', '203.0.113.240', '2001:db8::25', '2001:db8:4:1::17'];

/** The same account every time; built when called, as most runs read it from a file instead. */
export const seedAccount = (): Account => ({
  teamName: 'Brightwater',
  transactionalEmails: transactionalEmails(),
  transactionalGroups: transactionalGroups(),
  campaignGroups: campaignGroups(),
  workflows: workflows(),
  themes: themes(),
  audienceSegments: audienceSegments(),
  dedicatedSendingIps: [...DEDICATED_SENDING_IPS],
});
