/** Two short workflows: the newsletter welcome, and a draft of a survey. */
import { mailingListId } from '../lists.ts';
import { email, exit, inSegment, type Plan, wait } from './graph.ts';

export const newsletterWelcome: Plan = {
  name: 'Newsletter welcome',
  emoji: '☀️',
  status: 'Paused',
  mailingList: 'Brightwater Bulletin',
  entered: 12_077,
  nodes: [
    [
      'start',
      { typeName: 'AddToListTrigger', mailingListId: mailingListId('Brightwater Bulletin'), reEligible: false },
      'hello',
    ],
    ['hello', email('Bonjour, hello, こんにちは'), 'a day'],
    ['a day', wait(1, 'd'), 'best of'],
    ['best of', email('The five issues people keep forwarding'), 'end'],
    ['end', exit],
  ],
};

export const npsSurvey: Plan = {
  name: 'NPS survey 2027',
  description: 'Draft: the trigger is not chosen yet',
  status: 'Draft',
  mailingList: null,
  entered: 0,
  nodes: [
    ['start', { typeName: 'BlankTrigger' }, 'customers'],
    ['customers', inSegment('Paying customers'), 'ask'],
    // A draft without an email message.
    ['ask', { typeName: 'SendEmailAction' }, 'end'],
    ['end', exit],
  ],
};
