/** The workflow for the first year as a customer: 120 nodes, with one branch and one join per month. */
import { all, property } from '../segments.seed.ts';
import { branch, email, everyoneElse, exit, inSegment, type NodeRow, only, type Plan, variant, wait } from './graph.ts';

/** The topic of each month: the property that shows whether a team already uses it, and its name. */
const MONTHS = [
  ['templatesUsed', 'rota templates'],
  ['calendarsConnected', 'calendar sync'],
  ['timeOffRequests', 'time-off requests'],
  ['shiftsSwapped', 'shift swaps'],
  ['slackConnected', 'rotas in Slack'],
  ['locations', 'a second location'],
  ['payrollExports', 'payroll exports'],
  ['mobileSignIns', 'the mobile app'],
  ['openShiftsClaimed', 'open shifts'],
  ['labourBudget', 'labour budgets'],
  ['apiKeys', 'the API'],
  ['aiRotas', 'AI rotas'],
] as const;

export const customerYear = (): Plan => ({
  name: 'First year as a customer',
  description: 'Something to learn every month, for twelve months',
  emoji: '📆',
  status: 'Sending',
  mailingList: 'Product tips',
  entered: 8_360,
  nodes: [
    [
      'start',
      { typeName: 'EventTrigger', eventName: 'subscriptionStarted', eventProperties: [], reEligible: false },
      'thanks',
    ],
    ['thanks', email('Thank you for choosing Brightwater'), startOf(0)],
    ...MONTHS.flatMap(([key, topic], month) => monthNodes(month, key, topic)),
    ['renewal test', { typeName: 'ExperimentBranchNode', samplingRate: 100, experimentType: 'autosplit' }, 'A', 'B'],
    ['A', variant('renewal A', true), 'numbers'],
    ['numbers', email('Your year in numbers'), 'renewal wait'],
    ['B', variant('renewal B', false), 'story'],
    ['story', email('A year like yours: how Café Lumière did it'), 'renewal wait'],
    ['renewal wait', wait(7, 'd'), 'paying'],
    ['paying', inSegment('Paying customers'), 'renewal'],
    ['renewal', email('Your plan renews next week'), 'year two'],
    ['year two', email('What we are building in your second year'), 'end'],
    ['end', exit],
  ],
});

/** Nine nodes per month: two paths that join before the survey. */
function monthNodes(month: number, key: string, topic: string): NodeRow[] {
  const named = (part: string) => `month ${month + 1} ${part}`;
  const next = month + 1 < MONTHS.length ? startOf(month + 1) : 'renewal test';
  return [
    [startOf(month), wait(28, 'd'), named('uses it?')],
    [named('uses it?'), branch, named('yes'), named('no')],
    [named('yes'), only(all(property(key, 'greaterThan', 0))), named('advanced')],
    [named('advanced'), email(`Getting more out of ${topic}`), named('pause')],
    [named('no'), everyoneElse, named('basics')],
    [named('basics'), email(`Getting started with ${topic}`), named('pause')],
    [named('pause'), wait(48, 'h'), named('survey')],
    [named('survey'), email(`Did we explain ${topic} well?`), named('rest')],
    [named('rest'), wait(30, 'm'), next],
  ];
}

const startOf = (month: number): string => `month ${month + 1} wait`;
