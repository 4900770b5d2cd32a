/** A kind of email with metrics, such as campaigns: which metrics it has, and where they come from. */
import type { Context } from '../../define/command.ts';
import type { Example } from '../../define/example.ts';
import type { Operation } from '../../define/operation.ts';
import type { Failure } from '../../errors.ts';
import type { Referent } from '../ids.ts';
import { type MetricName, type Panel, RATES, type RateDefinition } from './metric.ts';

/** What a list of the API says about one email. */
export interface Listed {
  readonly id: string;
  readonly name: string;
  readonly createdAt?: string;
  /** Undefined if the API omits it. */
  readonly group?: string | null | undefined;
  readonly isSent?: boolean;
  /** The workflow that it belongs to. */
  readonly workflow?: { readonly id: string; readonly name: string };
  /** Why its metrics cannot be requested. */
  readonly failure?: Failure;
}

export const NOT_SENT = 'not sent yet';

export interface MetricsKind {
  /** For counts in messages: `email`. */
  readonly noun: string;
  /** The noun of the IDs that a command takes: those of emails, or with `emailsOf` of what the emails belong to. */
  readonly idNoun: Referent;
  /** Rejects with `not_found` for a group that does not exist. */
  readonly groups?: { readonly noun: Referent; expect(context: Context, id: string): Promise<unknown> };
  /** The words before `metrics` and `history`. */
  readonly command: string;
  readonly examples: Readonly<Record<'metrics' | 'history', readonly Example[]>>;
  /** Where its snapshots are, below the data directory. */
  readonly directory: string;
  readonly metrics: readonly MetricName[];
  readonly panels: readonly [Panel, Panel];
  /** Printed where there is none: `No transactional emails.` */
  readonly empty: string;
  /** Whether a single email has a row too: only a row can say that it was not sent. */
  readonly hasOnlyRows: boolean;
  /** What all functions call. */
  readonly calls: readonly Operation[];
  list(context: Context): AsyncIterable<readonly Listed[]>;
  emailsOf?(context: Context, ids: readonly string[]): Promise<readonly Listed[]>;
  /** The metrics as the API returns them. */
  fetch(context: Context, email: Pick<Listed, 'id' | 'workflow'>): Promise<object | typeof NOT_SENT>;
}

export type Counted = Pick<MetricsKind, 'metrics'>;

export const ratesFor = ({ metrics }: Counted): readonly RateDefinition[] =>
  RATES.filter(({ metric }) => metrics.includes(metric));
