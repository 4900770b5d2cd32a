/** The workflow to win customers back, with a webhook experiment. Its graph is shown with every field that the reference lists. */
import { all, property } from '../segments.seed.ts';
import { email, exit, only, type Plan, variant, wait } from './graph.ts';

export const winBack: Plan = {
  name: 'Win-back',
  description: 'For teams that cancelled a paid plan, à la carte offers included',
  status: 'PausedAndQueueing',
  simplifiedForm: 'full',
  mailingList: 'Offers',
  entered: 1_318,
  queued: { 'a month': 37, 'reminder wait': 5 },
  nodes: [
    [
      'start',
      {
        typeName: 'ContactPropertyTrigger',
        contactPropertyQuery: {
          key: 'plan',
          is: { operator: 'equal', value: 'none' },
          was: { operator: 'not_equal', value: 'trial' },
        },
        reEligible: false,
      },
      'a month',
    ],
    ['a month', wait(30, 'd'), 'still gone'],
    ['still gone', only(all(property('plan', 'equals', 'none'), property('unsubscribed', 'isFalse'))), 'offer test'],
    [
      'offer test',
      {
        typeName: 'ExperimentBranchNode',
        samplingRate: 80,
        experimentType: 'webhook',
        experimentId: 'win-back-offer',
        url: 'https://experiments.brightwater.example/loops/win-back',
      },
      'no offer',
      'free month',
      'half price',
    ],
    ['no offer', variant('win-back none', true), 'miss you'],
    ['miss you', email('What has changed since you left'), 'end'],
    ['free month', variant('win-back free month', false), 'month email'],
    ['month email', email('A month on us'), 'reminder wait'],
    ['half price', variant('win-back half price', false), 'half email'],
    ['half email', email('Half price until spring'), 'reminder wait'],
    ['reminder wait', wait(5, 'd'), 'reminder'],
    ['reminder', email('Your offer ends tonight'), 'end'],
    ['end', exit],
  ],
};
