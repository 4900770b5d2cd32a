/** Reads the file that declares which events an application sends, and what they start. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { describeFirst } from '../../define/issue.ts';
import { usage } from '../../errors.ts';
import { parseJsonBytes } from '../../runtime/parse-json.ts';
import { linesOf } from '../workflow/lines.ts';
import { EVENT_PROPERTY_TYPES } from './operations.ts';

const DeclaredEvent = z.strictObject({
  properties: z.record(z.string(), z.enum(EVENT_PROPERTY_TYPES)).default({}),
  workflows: z.array(z.string()).optional(),
});
export type DeclaredEvent = z.output<typeof DeclaredEvent>;

const DeclaredEvents = z.record(z.string().min(1), DeclaredEvent);

export interface DeclaredFile {
  readonly events: Readonly<Record<string, DeclaredEvent>>;
  /** The line of an event. */
  readonly lineOf: (event: string) => number | undefined;
}

const HINT = 'Example: {"signedUp": {"properties": {"plan": "string"}, "workflows": ["Trial onboarding"]}}';

/** Rejects with a `usage` failure that names the file and the place of the mistake. */
export async function readDeclaredEvents(context: Context, path: string): Promise<DeclaredFile> {
  const shown = path === '-' ? 'Standard input' : path;
  const bytes = await context.files.read(path);
  const parsed = DeclaredEvents.safeParse(parseJsonBytes(bytes, shown, HINT));
  if (!parsed.success) throw usage(`${shown} does not declare events. ${describeFirst(parsed.error)}.`, HINT);
  if (Object.keys(parsed.data).length === 0) throw usage(`${shown} declares no events.`, HINT);
  const lines = path === '-' ? new Map() : linesOf(bytes.toString('utf8'), Object.keys(parsed.data));
  return { events: parsed.data, lineOf: (event) => lines.get(event) };
}
