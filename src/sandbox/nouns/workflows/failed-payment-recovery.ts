/** The workflow for failed payments, started by an event. Its graph is shown as the public schema has it, without details. */
import { all, property } from '../segments.seed.ts';
import { branch, email, everyoneElse, exit, inSegment, only, type Plan, wait } from './graph.ts';

export const failedPaymentRecovery: Plan = {
  name: 'Failed payment recovery',
  description: 'Three notices in ten days, then a person calls',
  status: 'Sending',
  simplifiedForm: 'brief',
  mailingList: null,
  entered: 4_902,
  nodes: [
    [
      'start',
      {
        typeName: 'EventTrigger',
        eventName: 'paymentFailed',
        eventProperties: [
          { name: 'invoiceNumber', type: 'string' },
          { name: 'amount', type: 'number' },
          { name: 'firstAttempt', type: 'boolean' },
          { name: 'nextAttemptOn', type: 'date' },
        ],
        reEligible: true,
      },
      'grace',
    ],
    ['grace', wait(6, 'h'), 'first notice'],
    ['first notice', email('We could not charge your card'), 'three days'],
    ['three days', wait(3, 'd'), 'unpaid'],
    ['unpaid', inSegment('Payment overdue'), 'second notice'],
    ['second notice', email('Your rota is safe until Friday'), 'a week'],
    ['a week', wait(7, 'd'), 'how big?'],
    ['how big?', branch, 'enterprise', 'others'],
    ['enterprise', only(all(property('plan', 'equals', 'enterprise'))), 'personal note'],
    ['personal note', email('Shall we sort this out by phone?'), 'end'],
    ['others', everyoneElse, 'last notice'],
    ['last notice', email('Last notice before we suspend your workspace'), 'end'],
    ['end', exit],
  ],
};
