/** `campaigns metrics`: opens, clicks, unsubscribes and bounces of campaigns, and thresholds on their rates. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { flagName } from '../../define/field.ts';
import { isRecord, textOf, valueAt } from '../../define/json.ts';
import type { Outcome } from '../../define/outcome.ts';
import type { Check } from '../../define/report.ts';
import type { Column, View } from '../../define/view.ts';
import { EXIT_CHECK_FAILED, Failure, worstExitCode } from '../../errors.ts';
import { formatCount, formatPercent } from '../../text/number.ts';
import { idOf } from '../ids.ts';
import { isLimited, levelOf, paintLevel } from '../sender-limits.ts';
import { isCount, parseRate, RATE_FORMAT } from '../transactional/metrics/rates.ts';
import { CampaignMetrics, getCampaign, getCampaignMetrics, listCampaigns } from './operations.ts';

/** Each rate is a counter's share of all sends, with the flag of its threshold. */
const RATES = [
  { rate: 'openRate', counter: 'opens', words: 'opens', flag: 'minOpenRate', sign: -1 },
  { rate: 'clickRate', counter: 'clicks', words: 'clicks', flag: 'minClickRate', sign: -1 },
  { rate: 'unsubscribeRate', counter: 'unsubscribes', words: 'unsubscribes', flag: 'maxUnsubscribeRate', sign: 1 },
  { rate: 'spamRate', counter: 'spamReports', words: 'spam reports', flag: 'maxSpamRate', sign: 1 },
  { rate: 'hardBounceRate', counter: 'hardBounces', words: 'hard bounces', flag: 'maxHardBounceRate', sign: 1 },
  { rate: 'softBounceRate', counter: 'softBounces', words: 'soft bounces', flag: 'maxSoftBounceRate', sign: 1 },
] as const;
type RateDefinition = (typeof RATES)[number];

const rateFlag = ({ words, sign }: RateDefinition) =>
  z
    .string()
    .refine((text) => parseRate(text) !== undefined, { error: RATE_FORMAT })
    .optional()
    .describe(`fail (exit 9) if the rate of ${words} ${sign === 1 ? 'exceeds' : 'is below'} this, e.g. 2%`)
    .meta({ placeholder: 'rate' });

const thresholdInput = Object.fromEntries(RATES.map((one) => [one.flag, rateFlag(one)])) as Record<
  RateDefinition['flag'],
  ReturnType<typeof rateFlag>
>;

const input = z
  .object({
    campaignIds: z.array(idOf('campaign')).default([]).describe('campaign ID(s)').meta({ placeholder: 'id' }),
    all: z.boolean().default(false).describe('all campaigns that are being sent or were sent'),
    ...thresholdInput,
    minSends: z.number().int().min(1).default(1).describe('no verdict for campaigns with fewer sends'),
  })
  .refine(({ campaignIds, all }) => campaignIds.length > 0 !== all, {
    error: 'missing required argument <id>, or pass --all (but not both)',
  });
type Input = z.output<typeof input>;

const CampaignRow = z.looseObject({
  campaignId: z.string(),
  name: z.string().optional().describe('with --all'),
  ...CampaignMetrics.partial().shape,
  ...(Object.fromEntries(
    RATES.map(({ rate }) => [rate, z.number().nullish().describe('fraction of the sends; null if nothing was sent')]),
  ) as Record<RateDefinition['rate'], z.ZodOptional<z.ZodNullable<z.ZodNumber>>>),
  verdict: z.enum(['pass', 'fail', 'error', 'none']).optional().describe('with a threshold'),
  remark: z.string().optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});
type CampaignRow = z.infer<typeof CampaignRow>;

interface Target {
  readonly campaignId: string;
  readonly name?: string;
}

async function targetsOf(context: Context, { campaignIds, all }: Input): Promise<readonly Target[]> {
  if (!all) return [...new Set(campaignIds)].map((campaignId) => ({ campaignId }));
  const targets: Target[] = [];
  for await (const page of context.list(listCampaigns, {})) {
    for (const { id, name, status } of page) {
      if (status !== 'Draft' && status !== 'Scheduled') targets.push({ campaignId: id, name });
    }
  }
  return targets;
}

/** The API answers 400 before a campaign is sent, but also for other reasons: only the status of the campaign shows which. */
async function metricsOf(context: Context, campaignId: string): Promise<CampaignMetrics | 'not sent yet'> {
  try {
    return await context.call(getCampaignMetrics, { campaignId });
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 400) throw error;
    const campaign = await context.call(getCampaign, { campaignId }).catch(() => undefined);
    if (campaign?.status === 'Draft' || campaign?.status === 'Scheduled') return 'not sent yet';
    throw error;
  }
}

const rateOf = (metrics: unknown, counter: string): number | null => {
  const [sends, count] = [valueAt(metrics, 'sends'), valueAt(metrics, counter)];
  return isCount(sends) && isCount(count) && sends > 0 ? count / sends : null;
};

const wanted = (given: Input) => RATES.filter(({ flag }) => given[flag] !== undefined);

function judge(row: CampaignRow, given: Input): CampaignRow {
  const thresholds = wanted(given);
  if (thresholds.length === 0) return row;
  const unreadable = ['sends', ...thresholds.map(({ counter }) => counter)].filter((name) => !isCount(row[name]));
  if (unreadable.length > 0) return { ...row, verdict: 'error', remark: `not readable: ${unreadable.join(', ')}` };
  if (Number(row.sends) < given.minSends) return { ...row, verdict: 'none', remark: 'too few sends' };
  const breaches = thresholds.filter(
    ({ rate, flag, sign }) => sign * (Number(row[rate]) - Number(parseRate(given[flag] ?? ''))) > 0,
  );
  const remark = breaches
    .map(({ rate, words, flag }) => `${words} ${formatPercent(Number(row[rate]))} (${flagName(flag)} ${given[flag]})`)
    .join('; ');
  return breaches.length === 0 ? { ...row, verdict: 'pass' } : { ...row, verdict: 'fail', remark };
}

function rowOf({ item, value, failure }: Outcome<Target, CampaignMetrics | 'not sent yet'>, given: Input): CampaignRow {
  if (failure !== undefined) return { ...item, error: { code: failure.code, message: failure.message } };
  const verdict = wanted(given).length === 0 ? {} : ({ verdict: 'none' } as const);
  if (value === 'not sent yet') return { ...item, ...verdict, remark: 'not sent yet' };
  const rates = Object.fromEntries(RATES.map(({ rate, counter }) => [rate, rateOf(value, counter)]));
  return judge({ ...(isRecord(value) ? value : {}), ...item, ...rates }, given);
}

async function run(context: Context, given: Input): Promise<readonly CampaignRow[]> {
  const targets = await targetsOf(context, given);
  const outcomes = await context.settle(targets, ({ campaignId }) => metricsOf(context, campaignId));
  const [first] = outcomes;
  if (outcomes.length === 1 && first?.failure !== undefined) throw first.failure;
  const rows = outcomes.map((outcome) => rowOf(outcome, given));
  const failed = rows.filter(({ verdict }) => verdict === 'fail').length;
  if (failed > 0) context.warn(`${failed} of ${formatCount(rows.length, 'campaign')} exceeded a threshold.`);
  if (wanted(given).length > 0 && rows.every(({ verdict }) => verdict === 'none')) {
    context.warn('No campaign had a verdict.');
  }
  return rows;
}

const PAINT = { pass: 'green', fail: 'red', error: 'red', none: 'dim' } as const;

const rateColumn = ({ rate, words }: RateDefinition): Column => ({
  heading: words.toUpperCase(),
  path: rate,
  kind: 'percent',
  paint: (text, row, display) =>
    isLimited(rate) ? paintLevel(text, levelOf(rate, valueAt(row, rate), valueAt(row, 'sends')), display) : text,
  show: (value) => (isCount(value) ? formatPercent(value) : value === null ? '–' : ''),
});

const view = ({ all }: Input): View => ({
  kind: 'table',
  columns: [
    all ? { heading: 'NAME', path: 'name' } : { heading: 'ID', path: 'campaignId', kind: 'id' },
    { heading: 'SENDS', path: 'sends', kind: 'number' },
    ...RATES.map(rateColumn),
    {
      heading: 'VERDICT',
      path: 'verdict',
      optional: true,
      show: (value, { style }) => {
        const word = textOf(value);
        return Object.hasOwn(PAINT, word) ? style[PAINT[word as keyof typeof PAINT]](word) : word;
      },
    },
    {
      heading: 'REMARK',
      path: '',
      optional: true,
      show: (row) => [valueAt(row, 'error.message'), valueAt(row, 'remark')].filter(Boolean).map(textOf).join('; '),
    },
    ...(all ? [{ heading: 'ID', path: 'campaignId', kind: 'id', minor: true } as const] : []),
  ],
  empty: 'No campaigns were sent.',
});

const labelOf = ({ name, campaignId }: CampaignRow): string => name ?? campaignId;

const reportOf = (row: CampaignRow): Check => {
  const { verdict, remark, error } = row;
  const message = `${labelOf(row)}: ${error?.message ?? remark ?? 'not readable'}`;
  const isBad = error !== undefined || verdict === 'fail' || verdict === 'error';
  return {
    name: labelOf(row),
    findings: isBad ? [{ severity: 'error', rule: error?.code ?? 'threshold', message }] : [],
    skipped: isBad || verdict === 'pass' ? undefined : (remark ?? 'no threshold given'),
  };
};

export const metricsCommand = command({
  notes:
    'All-time totals; rates are shares of the sends. A campaign that was not sent yet has no metrics, which is not an error. Verdicts: pass, fail, error (metric unreadable) or none (not sent, or too few sends). Exit 9 if a campaign fails. Mailbox providers publish 0.3% as their highest rate of spam reports.',
  input,
  positionals: ['campaignIds'],
  calls: [getCampaignMetrics, getCampaign, listCampaigns],
  output: z.array(CampaignRow),
  examples: [
    { does: 'One campaign', line: 'campaigns metrics "Price change 2026"' },
    { does: 'A check: exit 9 if more than 0.3% reported spam', line: 'campaigns metrics --all --max-spam-rate 0.3%' },
  ],
  run,
  verdict: (rows: readonly CampaignRow[]) =>
    rows.some(({ verdict }) => verdict === 'fail')
      ? EXIT_CHECK_FAILED
      : worstExitCode([
          ...rows.flatMap(({ error }) => error ?? []),
          ...rows.flatMap(({ verdict, error }) =>
            verdict === 'error' && error === undefined ? [{ code: 'unexpected_response' }] : [],
          ),
        ]),
  report: (rows: readonly CampaignRow[]) => rows.map(reportOf),
  view,
});
