/** Gates on deliverability: the limits that a person sets, the verdict on a row, and what other programs are told of it. */
import * as z from 'zod';
import { flagName } from '../../../define/field.ts';
import type { Check } from '../../../define/report.ts';
import { usage } from '../../../errors.ts';
import { inThousands, type Rate } from './counters.ts';
import { parseRate, RATE_SPELLING } from './rate.ts';
import type { Breach, MetricsRow } from './rows.ts';

const limit = (description: string) =>
  z
    .string()
    .refine((text) => parseRate(text) !== undefined, { error: RATE_SPELLING })
    .optional()
    .describe(description)
    .meta({ placeholder: 'rate' });

export const gateInput = {
  maxHardBounceRate: limit('fail (exit 9) where more of the sends bounced hard: 2% or 0.02'),
  maxSoftBounceRate: limit('fail where more of the sends bounced softly'),
  maxSpamRate: limit('fail where more of the sends were reported as spam'),
  minDeliveryRate: limit('fail where fewer of the sends were delivered'),
  minSends: z.number().int().min(1).optional().describe('no verdict on an email with fewer sends than this'),
};
export type GateInput = z.output<z.ZodObject<typeof gateInput>>;

interface Gate {
  readonly flag: keyof Omit<GateInput, 'minSends'>;
  readonly rate: Rate;
  readonly words: string;
  /** 1 where a rate above the limit breaks it, -1 where one below it does. */
  readonly sign: 1 | -1;
}

const GATES: readonly Gate[] = [
  { flag: 'maxHardBounceRate', rate: 'hardBounceRate', words: 'hard bounces', sign: 1 },
  { flag: 'maxSoftBounceRate', rate: 'softBounceRate', words: 'soft bounces', sign: 1 },
  { flag: 'maxSpamRate', rate: 'spamRate', words: 'spam reports', sign: 1 },
  { flag: 'minDeliveryRate', rate: 'deliveryRate', words: 'deliveries', sign: -1 },
];

export interface Limits {
  readonly gates: ReadonlyArray<Gate & { readonly limit: number }>;
  readonly minSends: number;
}

/** The rates that have a limit. */
export const gatedRates = (input: Partial<GateInput>): readonly Rate[] =>
  GATES.flatMap(({ flag, rate }) => (input[flag] === undefined ? [] : [rate]));

export const hasGate = (input: Partial<GateInput>): boolean => gatedRates(input).length > 0;

/** The limits that were set; undefined where there are none. Throws a `usage` failure for `--min-sends` alone. */
export function limitsOf(input: GateInput): Limits | undefined {
  if (hasGate(input)) {
    const gates = GATES.map((gate) => ({ ...gate, limit: parseRate(input[gate.flag] ?? '') ?? Number.NaN }));
    return { gates: gates.filter((gate) => !Number.isNaN(gate.limit)), minSends: input.minSends ?? 1 };
  }
  if (input.minSends === undefined) return undefined;
  throw usage(
    '--min-sends says which emails a gate is for, and there is none.',
    `Give one of ${GATES.map(({ flag }) => `--${flagName(flag)}`).join(', ')}.`,
  );
}

/** The row with its verdict: `none` where too little is known or was sent. */
export function judge(row: MetricsRow, { gates, minSends }: Limits): MetricsRow {
  const { sends } = row;
  if (typeof sends !== 'number') return { ...row, verdict: 'none', breaches: [] };
  if (sends < minSends) {
    const few = sends === 0 ? 'nothing was sent' : `${inThousands(sends)} sends, fewer than ${inThousands(minSends)}`;
    return { ...row, verdict: 'none', breaches: [], remark: remarkOf(row, few) };
  }
  const breaches = gates.flatMap(({ flag, rate: name, limit, sign }): Breach[] => {
    const rate = row[name];
    if (typeof rate !== 'number' || sign * (rate - limit) <= 0) return [];
    return [{ gate: flagName(flag), limit, rate, by: Number(Math.abs(rate - limit).toPrecision(12)) }];
  });
  const isKnown = gates.every(({ rate }) => typeof row[rate] === 'number');
  return { ...row, verdict: breaches.length > 0 ? 'fail' : isKnown ? 'pass' : 'none', breaches };
}

const remarkOf = ({ remark }: MetricsRow, more: string): string => (remark === undefined ? more : `${remark}; ${more}`);

/** Those that fail first, then those that could not be judged for an error, each group in its order. */
export function worstFirst(rows: readonly MetricsRow[]): readonly MetricsRow[] {
  const rank = ({ verdict, error }: MetricsRow) => (verdict === 'fail' ? 0 : error === undefined ? 2 : 1);
  return [...rows].sort((a, b) => rank(a) - rank(b));
}

/** A fraction with as many digits as tell it from its neighbours, `0.1 %`. */
const exactPercent = (fraction: number, digits = 4): string => String(Number((fraction * 100).toPrecision(digits)));

const gateOf = ({ gate }: Breach): Gate | undefined => GATES.find(({ flag }) => flagName(flag) === gate);

/** For a row that shows the rate: `hard bounces +5.8 points`, what they are over the limit. */
export const breachWords = (breach: Breach): string =>
  `${gateOf(breach)?.words} ${gateOf(breach)?.sign === -1 ? '−' : '+'}${exactPercent(breach.by, 2)} points`;

/** For itself: `hard bounces 7.8 %, 5.8 points over the limit of 2 %`. */
function breachSentence(breach: Breach): string {
  const gate = gateOf(breach);
  const side = gate?.sign === -1 ? 'under' : 'over';
  const [rate, by, limit] = [exactPercent(breach.rate), exactPercent(breach.by, 2), exactPercent(breach.limit, 12)];
  return `${gate?.words} ${rate} %, ${by} points ${side} the limit of ${limit} %`;
}

const named = ({ name, transactionalId }: MetricsRow): string =>
  name === undefined ? transactionalId : `${name} (${transactionalId})`;

function whySkipped({ verdict, remark }: MetricsRow): string | undefined {
  if (verdict === undefined) return 'no gate was given';
  return verdict === 'none' ? (remark ?? 'not everything is known') : undefined;
}

/** One check an email. What could not be fetched fails, because nobody knows whether it is within the limits. */
export function checksOf(rows: readonly MetricsRow[]): readonly Check[] {
  return rows.map((row) => ({
    name: named(row),
    skipped: row.error === undefined ? whySkipped(row) : undefined,
    findings: [
      ...(row.error === undefined
        ? []
        : [{ severity: 'error' as const, rule: row.error.code, message: `${named(row)}: ${row.error.message}` }]),
      ...(row.breaches ?? []).map((breach) => ({
        severity: 'error' as const,
        rule: breach.gate,
        message: `${named(row)}: ${breachSentence(breach)}`,
      })),
    ],
  }));
}

/** No more names than this are said at once. */
const NAMED = 10;

/** One sentence for stderr that names the offenders; undefined where there are none. */
export function offenders(rows: readonly MetricsRow[]): string | undefined {
  const failed = rows.filter(({ verdict }) => verdict === 'fail');
  if (failed.length === 0) return undefined;
  const names = failed.slice(0, NAMED).map(({ name, transactionalId }) => name ?? transactionalId);
  const more = failed.length > NAMED ? `, and ${failed.length - NAMED} more` : '';
  return `${failed.length} of ${rows.length} broke a gate: ${names.join(', ')}${more}.`;
}
