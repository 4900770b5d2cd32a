/** The metrics of transactional emails: `transactional metrics` and `transactional history`. */

import { metricsOf } from '../email-metrics/command.ts';
import { historyOf } from '../email-metrics/history.ts';
import type { MetricsKind } from '../email-metrics/kind.ts';
import { TRANSACTIONAL_METRICS } from '../email-metrics/metric.ts';
import { getTransactionalGroup } from '../groups/operations.ts';
import { getMetrics, getTransactional, listTransactional } from './operations.ts';

export const TRANSACTIONAL: MetricsKind = {
  noun: 'email',
  idNoun: 'transactional email',
  groupNoun: 'transactional group',
  command: 'transactional',
  directory: 'metrics',
  metrics: TRANSACTIONAL_METRICS,
  panels: [
    { heading: 'Sends and deliveries', metrics: ['sends', 'deliveries'] },
    { heading: 'Bounces and spam reports', metrics: ['hardBounces', 'softBounces', 'spamReports'] },
  ],
  hasOnlyRows: false,
  mayBeUnsent: false,
  empty: 'No transactional emails.',
  calls: [getMetrics, getTransactional, listTransactional, getTransactionalGroup],
  async *list(context) {
    for await (const page of context.list(listTransactional, {})) {
      yield page.map(({ id, name, createdAt, transactionalGroupId: group }) => ({
        id,
        name,
        createdAt,
        group,
        isSent: true,
      }));
    }
  },
  expectGroup: (context, id) => context.call(getTransactionalGroup, { id }),
  nameOf: async (context, transactionalId) => (await context.call(getTransactional, { transactionalId })).name,
  fetch: (context, transactionalId) => context.call(getMetrics, { transactionalId }),
  examples: {
    metrics: [
      { does: 'One email', line: 'transactional metrics c5361agykn6fatjv6m1yx7nd3' },
      { does: 'All emails, worst first', line: 'transactional metrics --all --sort hardBounceRate' },
      {
        does: 'A check for CI: exit 9 if more than 10% of the sends bounced hard',
        line: 'transactional metrics --all --max-hard-bounce-rate 10% --min-sends 500',
      },
      { does: 'Every night: save a snapshot', line: 'transactional metrics --all --save -q' },
      { does: 'The change since then', line: 'transactional metrics --all --since last --max-spam-rate 0.1%' },
    ],
    history: [
      { does: 'Sparklines', line: 'transactional history c5361agykn6fatjv6m1yx7nd3' },
      { does: 'The snapshots, oldest first', line: 'transactional history c5361agykn6fatjv6m1yx7nd3 --json' },
      { does: 'A chart, to redirect to a file', line: 'transactional history c5361agykn6fatjv6m1yx7nd3 --svg' },
      { does: 'A chart with a panel for each email', line: 'transactional history --all --svg' },
    ],
  },
};

export const metricsCommand = metricsOf(TRANSACTIONAL);
export const historyCommand = historyOf(TRANSACTIONAL);
