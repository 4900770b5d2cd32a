/** The flags for the settings of nodes: one row each, with the types that have the setting and how it is written. */
import * as z from 'zod';
import type { Context } from '../../../define/command.ts';
import { flagName } from '../../../define/field.ts';
import { isRecord } from '../../../define/json.ts';
import { usage } from '../../../errors.ts';
import { parseJsonBytes } from '../../../runtime/parse-json.ts';
import { idOf } from '../../ids.ts';
import { listProperties } from '../../properties.ts';
import { FILTER_OPERATORS, filterWord } from '../comparisons.ts';
import { readQuery } from './property-query.ts';

/** The triggers by the words of `--trigger`. */
const TRIGGERS = {
  signup: 'SignupTrigger',
  event: 'EventTrigger',
  property: 'ContactPropertyTrigger',
  list: 'AddToListTrigger',
} as const;

const boolean = z.enum(['true', 'false']).optional();

export const settingsInput = {
  wait: z.string().optional().describe('wait: how long, e.g. 30m, 6h, 2d, 0').meta({ placeholder: 'time' }),
  segment: idOf('segment').optional().describe('filter: only contacts in this segment'),
  filter: z.string().optional().describe('filter: JSON file with match and conditions').meta({ placeholder: 'file' }),
  everybody: z.boolean().optional().describe('filter: no segment and no conditions'),
  appliesDownstream: boolean.describe('filter: keep checking on all later nodes'),
  samplingRate: z.number().min(0).max(100).optional().describe('experiment: percentage of contacts in its variants'),
  control: z.boolean().optional().describe('variant: make it the control'),
  trigger: z
    .enum(Object.keys(TRIGGERS) as (keyof typeof TRIGGERS)[])
    .optional()
    .describe('trigger: what starts the workflow'),
  event: z.string().min(1).optional().describe('trigger: name of the event').meta({ placeholder: 'name' }),
  property: z
    .string()
    .min(1)
    .optional()
    .describe('trigger: contact property that changes')
    .meta({ placeholder: 'key' }),
  is: z.string().optional().describe('trigger: new value, e.g. equal:pro').meta({ placeholder: 'comparison' }),
  was: z.string().optional().describe('trigger: old value (any if omitted)').meta({ placeholder: 'comparison' }),
  reEligible: boolean.describe('trigger: whether contacts can enter again'),
};

export type Settings = z.output<z.ZodObject<typeof settingsInput>>;

/** What a setting may call. */
export const SETTINGS_CALLS = [listProperties] as const;

type Payload = Readonly<Record<string, unknown>>;

interface Row {
  readonly types: readonly string[];
  /** The part of the payload, for the values of all flags. */
  readonly payload: (settings: Settings, context: Context) => Payload | Promise<Payload>;
}

const FILTER = ['AudienceFilter'];
const PROPERTY = ['ContactPropertyTrigger'];

const ROWS: Readonly<Record<keyof typeof settingsInput, Row>> = {
  wait: { types: ['TimerAction'], payload: ({ wait = '' }) => readWait(wait) },
  segment: { types: FILTER, payload: ({ segment }) => ({ audienceSegmentId: segment }) },
  filter: {
    types: FILTER,
    payload: async ({ filter = '' }, context) => ({ audienceFilter: await readFilter(filter, context) }),
  },
  everybody: { types: FILTER, payload: () => ({ audienceSegmentId: null, audienceFilter: null }) },
  appliesDownstream: {
    types: FILTER,
    payload: ({ appliesDownstream }) => ({ appliesDownstream: appliesDownstream === 'true' }),
  },
  samplingRate: { types: ['ExperimentBranchNode'], payload: ({ samplingRate }) => ({ samplingRate }) },
  control: { types: ['VariantNode'], payload: () => ({ isControl: true }) },
  trigger: { types: Object.values(TRIGGERS), payload: ({ trigger = 'signup' }) => ({ typeName: TRIGGERS[trigger] }) },
  event: { types: ['EventTrigger'], payload: ({ event }) => ({ eventName: event }) },
  property: {
    types: PROPERTY,
    payload: async (settings, context) => ({ contactPropertyQuery: await readQuery(settings, context) }),
  },
  is: { types: PROPERTY, payload: requireProperty },
  was: { types: PROPERTY, payload: requireProperty },
  reEligible: {
    types: ['EventTrigger', 'ContactPropertyTrigger', 'AddToListTrigger'],
    payload: ({ reEligible }) => ({ reEligible: reEligible === 'true' }),
  },
};

function requireProperty({ property }: Settings): Payload {
  if (property === undefined) throw usage('--is and --was require --property.', 'Add --property <key>.');
  return {};
}

const SETTING_NAMES = Object.keys(ROWS) as (keyof typeof settingsInput)[];

const isGiven = (settings: Settings, name: keyof typeof settingsInput): boolean =>
  settings[name] !== undefined && settings[name] !== false;

export const hasSettings = (settings: Settings): boolean => SETTING_NAMES.some((name) => isGiven(settings, name));

/** The words for types in messages. */
const TYPE_WORDS: Readonly<Record<string, string>> = {
  TimerAction: 'a wait',
  AudienceFilter: 'a filter',
  ExperimentBranchNode: 'an experiment',
  VariantNode: 'a variant',
  SendEmailAction: 'an email',
  BranchNode: 'a branch',
  ExitAction: 'an exit',
};

const NOT_SETTABLE: Readonly<Record<string, string>> = {
  SendEmailAction: 'An email is edited through its email message.',
  BranchNode: 'A branch has no settings: set the filters of its paths.',
  ExitAction: 'An exit has no settings.',
};

/**
 * The payload for a node of a type. Rejects with a `usage` failure for a flag that the type does not have: nothing is sent.
 */
export async function payloadOf(typeName: string, settings: Settings, context: Context): Promise<Payload> {
  const given = SETTING_NAMES.filter((name) => isGiven(settings, name));
  const isTrigger = typeName.endsWith('Trigger');
  const after = isTrigger && settings.trigger !== undefined ? TRIGGERS[settings.trigger] : typeName;
  const flags = (names: readonly string[]): string => names.map((name) => `--${flagName(name)}`).join(', ');
  const wrong = given.find((name) => (name === 'trigger' ? !isTrigger : !ROWS[name].types.includes(after)));
  const own = SETTING_NAMES.filter((name) => ROWS[name].types.includes(after) && (isTrigger || name !== 'trigger'));
  const hint = NOT_SETTABLE[after] ?? `Settings of ${TYPE_WORDS[after] ?? `a ${after}`}: ${flags(own) || '--trigger'}.`;
  if (wrong !== undefined) {
    throw usage(`--${flagName(wrong)} is not a setting of ${TYPE_WORDS[after] ?? `a ${after}`}.`, hint);
  }
  if (given.length === 0) throw usage('There is nothing to set.', hint);
  if (settings.everybody === true && (settings.segment !== undefined || settings.filter !== undefined)) {
    throw usage("--everybody can't be combined with --segment or --filter.", 'Omit one of them.');
  }
  const parts = await Promise.all(given.map((name) => ROWS[name].payload(settings, context)));
  return Object.assign({}, ...parts) as Payload;
}

const WAIT = /^(\d+(?:\.\d+)?)([mhd])$/;

function readWait(text: string): Payload {
  if (text === '0') return { amount: 0, unit: 'm' };
  const [, amount, unit] = WAIT.exec(text) ?? [];
  if (amount === undefined) {
    throw usage(`Invalid value for --wait: ${JSON.stringify(text)}.`, 'Use minutes, hours or days: 30m, 6h, 2d, or 0.');
  }
  return { amount: Number(amount), unit };
}

async function readFilter(path: string, context: Context): Promise<unknown> {
  const hint =
    'Example: {"match": "all", "conditions": [{"type": "property", "key": "plan", "operator": "equals", "value": "pro"}]}';
  const filter = parseJsonBytes(await context.files.read(path), path, hint);
  const { match, conditions } = isRecord(filter) ? filter : {};
  if ((match !== 'all' && match !== 'any') || !Array.isArray(conditions) || conditions.length === 0) {
    throw usage(`${path} is not a filter.`, hint);
  }
  for (const condition of conditions) {
    const operator = isRecord(condition) && condition['type'] === 'property' ? condition['operator'] : undefined;
    if (operator === undefined || FILTER_OPERATORS.includes(String(operator))) continue;
    const word = filterWord(String(operator));
    throw usage(
      `${path}: filters have no operator ${JSON.stringify(operator)}.`,
      word === undefined
        ? `Operators: ${FILTER_OPERATORS.join(', ')}.`
        : `Triggers call it that; filters call it ${word}.`,
    );
  }
  return filter;
}
