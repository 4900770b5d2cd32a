/** Compares declared events with those of the account and with the workflows that start from them. */
import * as z from 'zod';
import type { DeclaredEvent, DeclaredFile } from './contract-file.ts';
import type { Listener } from './listeners.ts';
import type { EventPattern } from './operations.ts';

/** Every rule with what it finds. */
export const RULES = {
  'unknown-event': 'a declared event that does not exist in the account',
  'unknown-property': 'a declared property that no earlier event had',
  'property-type': 'a property with another type than declared',
  'missing-workflow': 'a declared workflow that does not start from the event',
  'idle-workflow': 'a declared workflow that is not sending',
  'undeclared-workflow': 'a workflow that is not declared for the event',
  'undeclared-property': 'a property of earlier events that is not declared',
  'undeclared-trigger': 'a workflow that starts from an event that is not declared',
  'undeclared-event': 'with --all, an event of the account that is not declared',
} as const;
type Rule = keyof typeof RULES;

export const EventFinding = z.object({
  event: z.string(),
  rule: z.string(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  line: z.number().int().optional().describe('the line of the event in the file'),
});
export type EventFinding = z.infer<typeof EventFinding>;

/** What the account knows. */
export interface KnownEvents {
  readonly names: readonly string[];
  /** Events that a platform sends instead of the application. */
  readonly fromPlatforms: ReadonlySet<string>;
  /** The declared events that the account knows, by name. */
  readonly patterns: ReadonlyMap<string, EventPattern>;
  readonly listeners: readonly Listener[];
}

const quoted = (name: string): string => JSON.stringify(name);

/** Errors first for each event, in the order of the file; then what is not declared. */
export function compareEvents(
  { events, lineOf }: DeclaredFile,
  known: KnownEvents,
  all: boolean,
): readonly EventFinding[] {
  const findings: EventFinding[] = [];
  const report = (event: string, rule: Rule, severity: EventFinding['severity'], message: string): void => {
    const line = lineOf(event);
    findings.push({ event, rule, severity, message, ...(line === undefined ? {} : { line }) });
  };
  for (const [event, declared] of Object.entries(events)) {
    const pattern = known.patterns.get(event);
    if (pattern === undefined) {
      const similar = known.names.find((name) => name.toLowerCase() === event.toLowerCase());
      const hint = similar === undefined ? '' : ` ${quoted(similar)} differs only in case.`;
      report(event, 'unknown-event', 'error', `The account has no event ${quoted(event)}.${hint}`);
    } else {
      compareProperties(pattern, declared, (...finding) => report(event, ...finding));
    }
    compareWorkflows(event, declared, known.listeners, (...finding) => report(event, ...finding));
  }
  const isDeclared = (name: string): boolean => Object.hasOwn(events, name) || known.fromPlatforms.has(name);
  for (const { eventName, workflow, status } of known.listeners.filter(({ eventName }) => !isDeclared(eventName))) {
    const severity = status === 'Draft' ? 'warning' : 'error';
    const message = `Workflow ${quoted(workflow)} (${status}) starts from ${quoted(eventName)}, which is not declared.`;
    report(eventName, 'undeclared-trigger', severity, message);
  }
  for (const name of all ? known.names.filter((name) => !isDeclared(name)) : []) {
    report(name, 'undeclared-event', 'warning', `The account has the event ${quoted(name)}, which is not declared.`);
  }
  return findings;
}

type Report = (rule: Rule, severity: EventFinding['severity'], message: string) => void;

function compareProperties(
  { eventName, eventProperties }: EventPattern,
  { properties }: DeclaredEvent,
  report: Report,
): void {
  const types = new Map(eventProperties.map(({ name, type }) => [name, type]));
  for (const [name, declared] of Object.entries(properties)) {
    const type = types.get(name);
    if (type === undefined) {
      report('unknown-property', 'error', `${quoted(eventName)} was never sent with the property ${quoted(name)}.`);
    } else if (type !== declared) {
      report(
        'property-type',
        'error',
        `${quoted(name)} of ${quoted(eventName)} is a ${type}, declared as ${declared}.`,
      );
    }
  }
  for (const name of [...types.keys()].filter((name) => !Object.hasOwn(properties, name))) {
    report(
      'undeclared-property',
      'warning',
      `${quoted(eventName)} has the property ${quoted(name)}, which is not declared.`,
    );
  }
}

/** Workflows are judged only where the file declares some for the event, also none. */
function compareWorkflows(event: string, { workflows }: DeclaredEvent, all: readonly Listener[], report: Report): void {
  if (workflows === undefined) return;
  const listeners = all.filter(({ eventName }) => eventName === event);
  const isMeant = ({ workflow, workflowId }: Listener, text: string): boolean =>
    workflow === text || workflowId === text;
  for (const text of workflows) {
    const found = listeners.filter((listener) => isMeant(listener, text));
    if (found.length === 0) {
      report('missing-workflow', 'error', `Workflow ${quoted(text)} does not start from ${quoted(event)}.`);
    }
    for (const { status } of found.filter(({ status }) => status !== 'Sending')) {
      report(
        'idle-workflow',
        'warning',
        `Workflow ${quoted(text)} starts from ${quoted(event)}, but its status is ${status}.`,
      );
    }
  }
  for (const listener of listeners.filter((one) => !workflows.some((text) => isMeant(one, text)))) {
    const severity = listener.status === 'Draft' ? 'warning' : 'error';
    report(
      'undeclared-workflow',
      severity,
      `Workflow ${quoted(listener.workflow)} starts from ${quoted(event)}, but is not declared.`,
    );
  }
}
