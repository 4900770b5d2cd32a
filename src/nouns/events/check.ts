/** `events check`: compares a file of declared events with the account. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import type { Check } from '../../define/report.ts';
import type { Display } from '../../define/view.ts';
import { EXIT_CHECK_FAILED, Failure } from '../../errors.ts';
import { hang } from '../../text/wrap.ts';
import { totalsOf } from '../findings/view.ts';
import { compareEvents, EventFinding, type KnownEvents, RULES } from './compare.ts';
import { readDeclaredEvents } from './contract-file.ts';
import { allEvents, findByName } from './find.ts';
import { allListeners, LISTENER_CALLS } from './listeners.ts';
import {
  EVENT_PROPERTY_TYPES,
  type EventPattern,
  type EventSummary,
  getEventPatternByName,
  listEventPatterns,
} from './operations.ts';

const Comparison = z.object({
  file: z.string().describe('- for stdin'),
  events: z.array(z.string()).describe('the declared events'),
  findings: z.array(EventFinding),
});
type Comparison = z.infer<typeof Comparison>;

/** What is judged must be readable: anything else would pass the check by accident. */
async function readAccount(context: Context, declared: readonly string[]): Promise<KnownEvents> {
  const events = await allEvents(context);
  const names = events.map(({ eventName }) => eventName);
  if (names.some((name) => typeof name !== 'string')) throw unreadable('The list of events');
  const known = declared.filter((name) => names.includes(name));
  const patterns = await context.each(known, (name) => findByName(context, name));
  const readable = patterns.filter((pattern) => pattern !== undefined);
  for (const pattern of readable) requireReadable(pattern);
  const listeners = await allListeners(context);
  const fromPlatforms = new Set(events.filter(isFromPlatform).map(({ eventName }) => eventName));
  return {
    names,
    fromPlatforms,
    patterns: new Map(readable.map((pattern) => [pattern.eventName, pattern])),
    listeners,
  };
}

const isFromPlatform = ({ incomingWebhookPlatform }: EventSummary): boolean =>
  typeof incomingWebhookPlatform === 'string' && incomingWebhookPlatform !== 'null';

function requireReadable({ eventName, eventProperties }: EventPattern): void {
  const isProperty = ({ name, type }: EventPattern['eventProperties'][number]): boolean =>
    typeof name === 'string' && EVENT_PROPERTY_TYPES.some((known) => known === type);
  const areProperties: boolean =
    typeof eventName === 'string' &&
    Array.isArray(eventProperties) &&
    eventProperties.every((one) => one && isProperty(one));
  if (!areProperties) throw unreadable('An event');
}

const unreadable = (what: string): Failure =>
  new Failure('unexpected_response', `${what} can't be read from the API response.`);

const place = ({ file }: Comparison) => (file === '-' ? {} : { file });

/** One check for each event that is declared or has a finding. */
const report = (comparison: Comparison): readonly Check[] =>
  [...new Set([...comparison.events, ...comparison.findings.map(({ event }) => event)])].map((event) => ({
    name: event,
    ...place(comparison),
    findings: comparison.findings
      .filter((finding) => finding.event === event)
      .map(({ severity, rule, message, line }) => ({
        severity,
        rule,
        message,
        ...(line === undefined ? {} : { line }),
      })),
  }));

const LABEL_WIDTH = 9;

function draw(value: unknown, display: Display): string {
  const { file, events, findings } = Comparison.parse(value);
  const lines = findings.flatMap(({ severity, rule, message, line }) => {
    const label = display.style[severity === 'error' ? 'red' : 'yellow'](severity.padEnd(LABEL_WIDTH));
    const where = line === undefined || file === '-' ? rule : `${rule}  ${file}:${line}`;
    return [hang(label, message, display), ' '.repeat(LABEL_WIDTH) + display.style.dim(where)];
  });
  const totals = `${totalsOf(findings, events.length, 0, 'declared event')}.`;
  return [...lines, ...(lines.length === 0 ? [] : ['']), display.style.bold(totals)].join('\n');
}

const ruleNotes = Object.entries(RULES)
  .map(([rule, finds]) => `${rule}: ${finds}.`)
  .join(' ');

export const checkCommand = command({
  notes: [
    'The file is a JSON object of events: {"planUpgraded": {"properties": {"plan": "string", "seats": "number"}, "workflows": ["Upgrade thanks"]}}. Without "workflows", the workflows of the event are not checked. Exit code 9 if a rule finds an error.',
    `${ruleNotes} Events of platforms such as Stripe need no declaration. A draft that starts from an undeclared event is only a warning.`,
  ].join('\n\n'),
  input: z.object({
    file: z.string().min(1).describe('file of declared events; - for stdin').meta({ placeholder: 'file' }),
    all: z.boolean().default(false).describe('also warn about events of the account that are not declared'),
  }),
  positionals: ['file'],
  output: Comparison,
  calls: [listEventPatterns, getEventPatternByName, ...LISTENER_CALLS],
  examples: [
    { does: 'The events of an application', line: 'events check events.json' },
    { does: 'In GitHub Actions', line: 'events check events.json --annotate github' },
  ],
  run: async (context, { file, all }): Promise<Comparison> => {
    const declared = await readDeclaredEvents(context, file);
    const events = Object.keys(declared.events);
    return { file, events, findings: [...compareEvents(declared, await readAccount(context, events), all)] };
  },
  view: { kind: 'drawing', draw },
  verdict: ({ findings }: Comparison) =>
    findings.some(({ severity }) => severity === 'error') ? EXIT_CHECK_FAILED : 0,
  report,
});
