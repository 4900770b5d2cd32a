/** The result of a run that recorded requests instead of sending them: a list, or curl commands. */
import * as z from 'zod';
import { EFFECTS } from '../define/effect.ts';
import type { FormatName } from '../define/format-name.ts';
import { PlannedRequest } from '../define/planned.ts';
import type { View } from '../define/view.ts';
import { escapeJson } from '../text/escape.ts';
import { toCurl } from './curl.ts';
import type { Result } from './formats.ts';
import { type Plan, planOutput } from './plan.ts';

interface PlannedFlags {
  readonly output: FormatName | undefined;
  readonly curl: boolean;
}

export function plannedResult(
  requests: readonly PlannedRequest[],
  flags: PlannedFlags,
  base: string,
): { readonly result: Result; readonly plan: Plan } {
  const view: View = flags.curl
    ? { kind: 'text', text: () => requests.map((request) => toCurl(request, base)).join('\n') }
    : // Not from the value, whose escaped text would show a line break as two backslashes.
      { kind: 'drawing', draw: () => requests.map(drawRequest).join('\n\n') };
  const plan = planOutput(view, z.array(PlannedRequest), { output: flags.output, fields: undefined });
  return { result: { kind: 'value', value: requests }, plan };
}

function drawRequest({ method, path, query, headers = {}, body, effect }: PlannedRequest): string {
  const search = new URLSearchParams(query).toString();
  const lines = [
    `${method} ${path}${search === '' ? '' : `?${search}`}`,
    `Effect: ${effect} (${EFFECTS[effect]})`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : [escapeJson(JSON.stringify(body, null, 2))]),
  ];
  return lines.join('\n');
}
