/** A kind of email with metrics, such as campaigns: which metrics it has, and where they come from. */
import type { Context } from '../../define/command.ts';
import type { Example } from '../../define/example.ts';
import type { Operation } from '../../define/operation.ts';
import type { Failure } from '../../errors.ts';
import type { Referent } from '../ids.ts';
import { type MetricName, RATES, type RateDefinition } from './metric.ts';

/** What a list of the API says about one email. */
export interface Listed {
  readonly id: string;
  readonly name: string;
  readonly createdAt?: string;
  /** Undefined if the API omits it. */
  readonly group: string | null | undefined;
  readonly isSent: boolean;
  /** Of an email of a workflow. */
  readonly workflow?: { readonly id: string; readonly name: string };
  /** Why the emails of a workflow are not known: this entry is in place of them. */
  readonly failure?: Failure;
}

/** The lines of a chart that share an axis. */
export interface Panel {
  readonly heading: string;
  readonly metrics: readonly MetricName[];
}

/** Of campaigns and of emails of workflows, which have the same metrics. */
export const CAMPAIGN_PANELS: readonly [Panel, Panel] = [
  { heading: 'Sends, opens and clicks', metrics: ['sends', 'opens', 'clicks'] },
  {
    heading: 'Unsubscribes, bounces and spam reports',
    metrics: ['unsubscribes', 'hardBounces', 'softBounces', 'spamReports'],
  },
];

export const NOT_SENT = 'not sent yet';

export interface MetricsKind {
  /** For counts in messages: `email`. */
  readonly noun: string;
  /** The noun of the IDs that commands accept, and that of its groups. */
  readonly idNoun: Referent;
  readonly groupNoun?: Referent;
  /** The words before `metrics` and `history`. */
  readonly command: string;
  readonly examples: Readonly<Record<'metrics' | 'history', readonly Example[]>>;
  /** Where its snapshots are, below the data directory. */
  readonly directory: string;
  readonly metrics: readonly MetricName[];
  readonly panels: readonly [Panel, Panel];
  /** Printed where there is none: `No transactional emails.` */
  readonly empty: string;
  /** Whether a single ID has a row too. */
  readonly hasOnlyRows: boolean;
  /** Whether an email can have no metrics because it was not sent: only a row can say so. */
  readonly mayBeUnsent: boolean;
  /** What `list`, `expectGroup` and `fetch` call. */
  readonly calls: readonly Operation[];
  list(context: Context): AsyncIterable<readonly Listed[]>;
  /** The emails that IDs are for, where these are not the IDs of emails. */
  emailsOf?(context: Context, ids: readonly string[]): Promise<readonly Listed[]>;
  /** Rejects with `not_found` for a group that does not exist. */
  expectGroup?(context: Context, id: string): Promise<unknown>;
  /** The name of an email, for the title of a single one. */
  nameOf?(context: Context, id: string): Promise<string>;
  /** The metrics as the API returns them. */
  fetch(context: Context, id: string, workflowId: string | undefined): Promise<object | typeof NOT_SENT>;
}

export type Counted = Pick<MetricsKind, 'metrics'>;

export const ratesFor = ({ metrics }: Counted): readonly RateDefinition[] =>
  RATES.filter(({ metric }) => metrics.includes(metric));
