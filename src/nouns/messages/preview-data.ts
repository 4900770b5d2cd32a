/** The values of variables in a test email, from a file: checked against what the message can have. */
import type { Context } from '../../define/command.ts';
import { isRecord } from '../../define/json.ts';
import { Failure, usage } from '../../errors.ts';
import { readJsonObject } from '../json-file.ts';
import type { EmailMessage } from './operations.ts';
import { compareValues, variablesOf } from './vars/list.ts';

const HINT =
  'Example for a campaign: {"contact": {"firstName": "Ada"}}; for a transactional email: {"data": {"resetLink": "https://example.com"}}.';

/** The fields of a request, by the namespace of their variables. */
const MAPS = { contact: 'contactProperties', event: 'eventProperties', data: 'dataVariables' } as const;
type Namespace = keyof typeof MAPS;

export type PreviewValues = Partial<Record<(typeof MAPS)[Namespace], Record<string, unknown>>>;

const isNamespace = (name: string): name is Namespace => Object.hasOwn(MAPS, name);

/** What each type of message takes, with its name in errors. */
function acceptedBy({ campaignId, transactionalId }: EmailMessage): { noun: string; namespaces: readonly Namespace[] } {
  if (campaignId !== undefined) return { noun: 'campaign', namespaces: ['contact'] };
  if (transactionalId !== undefined) return { noun: 'transactional email', namespaces: ['data'] };
  return { noun: 'workflow', namespaces: ['contact', 'event'] };
}

/** A list is for an array block, which only transactional emails have. */
function checkedValue(name: string, value: unknown, namespace: Namespace): unknown {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const isTable = Array.isArray(value) && value.every(isRecord);
  if (isTable && namespace === 'data') return value;
  throw usage(
    `The value of ${namespace}.${name} must be a text.`,
    namespace === 'data' ? 'An array block takes a list of flat objects.' : HINT,
  );
}

const checkedMap = (map: Readonly<Record<string, unknown>>, namespace: Namespace): Record<string, unknown> =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, checkedValue(name, value, namespace)]));

/**
 * `{"contact": {…}, "event": {…}}`, or only the names where the message has one type of variable. Rejects with a `usage`
 * failure for values that the message cannot have.
 */
export async function readPreviewValues(context: Context, file: string, message: EmailMessage): Promise<PreviewValues> {
  const object = await readJsonObject(context, file, HINT);
  const { noun, namespaces } = acceptedBy(message);
  const isNested = Object.entries(object).every(([name, value]) => isNamespace(name) && isRecord(value));
  const [only, ...others] = namespaces;
  if (!isNested && (only === undefined || others.length > 0)) {
    throw usage(`A ${noun} has contact and event variables.`, 'Write {"contact": {…}, "event": {…}}.');
  }
  const nested = isNested ? object : { [only ?? 'data']: object };
  return Object.fromEntries(
    Object.entries(nested).map(([namespace, map]) => {
      if (!isNamespace(namespace) || !namespaces.includes(namespace)) {
        throw usage(`A ${noun} has no ${namespace} variables.`, `It takes ${namespaces.join(' and ')}.`);
      }
      return [MAPS[namespace], checkedMap(isRecord(map) ? map : {}, namespace)];
    }),
  );
}

const NAMESPACES = Object.keys(MAPS).filter(isNamespace);

/** Throws a `usage` failure for variables without a value, and for values without a variable. */
export function requireValues(message: EmailMessage, values: PreviewValues): void {
  if (typeof message.lmx !== 'string') {
    throw new Failure('unexpected_response', `Email message ${message.id} has no LMX.`, {
      hint: 'Pass --no-check to send it without checking its variables.',
    });
  }
  const rows = variablesOf({ source: message.id, lmx: message.lmx, message });
  const given = Object.fromEntries(NAMESPACES.map((namespace) => [namespace, values[MAPS[namespace]] ?? {}]));
  const problems = compareValues(rows, given, NAMESPACES);
  if (problems.length === 0) return;
  throw usage(
    problems.map(({ message: text }) => text).join(' '),
    'Pass values with --data, add a fallback to the message, or pass --no-check.',
  );
}
