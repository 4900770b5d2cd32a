/** The workflow for trial onboarding, used in most examples: a branch whose paths join, and an experiment on the last email. */
import { all, property } from '../segments.seed.ts';
import { branch, email, everyoneElse, exit, inSegment, only, type Plan, variant, wait } from './graph.ts';

export const trialOnboarding: Plan = {
  name: 'Trial onboarding',
  description: 'From signing up to the end of the 14-day trial',
  emoji: '🌱',
  status: 'Sending',
  mailingList: 'Product updates',
  entered: 23_418,
  nodes: [
    ['start', { typeName: 'SignupTrigger' }, 'settle'],
    ['settle', wait(10, 'm'), 'welcome'],
    ['welcome', email('Welcome to Brightwater'), 'day 2'],
    ['day 2', wait(2, 'd'), 'rota?'],
    ['rota?', branch, 'no rota', 'big team', 'others'],
    ['no rota', inSegment('Trial without a rota'), 'first rota'],
    ['first rota', email('Your first rota in five minutes'), 'halfway'],
    ['big team', only(all(property('teamSize', 'greaterThan', 99))), 'call us'],
    ['call us', email('A hand with moving 100 people over?'), 'halfway'],
    ['others', everyoneElse, 'invite'],
    ['invite', email('Invite your team, or it is only a calendar'), 'halfway'],
    ['halfway', wait(5, 'd'), 'tips'],
    ['tips', email('Three things teams do in their first week'), 'last days'],
    ['last days', wait(5, 'd'), 'still trial'],
    ['still trial', only(all(property('plan', 'equals', 'trial'))), 'offer test'],
    [
      'offer test',
      { typeName: 'ExperimentBranchNode', samplingRate: 50, experimentType: 'autosplit' },
      'offer A',
      'offer B',
    ],
    ['offer A', variant('trial offer A', true), 'plain reminder'],
    ['plain reminder', email('Your trial ends in two days'), 'end'],
    ['offer B', variant('trial offer B', false), 'discount'],
    ['discount', email('Two days left, and 20% off 🎁'), 'end'],
    ['end', exit],
  ],
};
