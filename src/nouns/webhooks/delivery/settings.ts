/** Changes a payload with `--set path=value`. */
import { isRecord } from '../../../define/json.ts';
import { usage } from '../../../errors.ts';
import { depthOf, MAX_JSON_DEPTH } from '../../../runtime/parse-json.ts';
import { type Payload, SAMPLE_DATA, type SampleData, samplePayload } from './events.ts';

/** Names that would change the prototype instead of a field. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

const SHOWN_CHARACTERS = 80;

const quote = (text: string): string =>
  text.length > SHOWN_CHARACTERS ? `${JSON.stringify(text.slice(0, SHOWN_CHARACTERS))}…` : JSON.stringify(text);

/**
 * Applies each `path=value` in order. A value is parsed as JSON, or else used as text. Missing objects on the path are created; a
 * number is an index of a list. Throws a `usage` failure.
 */
const applySettings = (payload: Payload, settings: readonly string[]): Payload =>
  settings.reduce((changed: Payload, setting) => {
    const equals = setting.indexOf('=');
    const path = equals < 0 ? '' : setting.slice(0, equals);
    const names = path.split('.');
    if (names.some((name) => name === '' || RESERVED.has(name))) {
      throw usage(
        `Invalid value ${quote(setting)} for --set: expected path=value, for example contactIdentity.userId=null.`,
      );
    }
    if (names.length > MAX_JSON_DEPTH) throw usage(`The path of --set has more than ${MAX_JSON_DEPTH} names.`);
    return withValue(changed, names, parseValue(setting.slice(equals + 1)), path) as Payload;
  }, payload);

function parseValue(text: string): unknown {
  if (depthOf(text) > MAX_JSON_DEPTH)
    throw usage(`The value of --set is nested more than ${MAX_JSON_DEPTH} levels deep.`);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function withValue(inside: unknown, [name = '', ...rest]: readonly string[], value: unknown, path: string): unknown {
  const inner = (current: unknown) => (rest.length === 0 ? value : withValue(current, rest, value, path));
  if (Array.isArray(inside)) {
    const index = Number(name);
    if (!/^\d+$/.test(name)) throw usage(`Invalid --set ${path}: expected an index instead of ${quote(name)}.`);
    if (index > inside.length) {
      throw usage(`Invalid --set ${path}: index ${name} out of range (length ${inside.length}).`);
    }
    return Object.assign([...inside], { [index]: inner(inside[index]) });
  }
  if (inside === undefined || isRecord(inside)) return { ...inside, [name]: inner(inside?.[name]) };
  throw usage(
    `Invalid --set ${path}: ${(JSON.stringify(inside) ?? '').slice(0, SHOWN_CHARACTERS)} has no field ${quote(name)}.`,
  );
}

/** A sample with settings applied. A sourceType also sets the ID field of that source. */
export function payloadWith(
  event: string,
  now: Date,
  settings: readonly string[],
  data: SampleData = SAMPLE_DATA,
): Payload {
  const { sourceType } = applySettings(
    {},
    settings.filter((setting) => setting.startsWith('sourceType=')),
  );
  return applySettings(
    samplePayload(event, now, data, typeof sourceType === 'string' ? sourceType : undefined),
    settings,
  );
}

/** A payload for the sandbox, whose events need a name. Throws a `usage` failure without one. */
export function eventWith(
  ...[event, now, settings, data]: Parameters<typeof payloadWith>
): Payload & { readonly eventName: string } {
  const payload = payloadWith(event, now, settings, data);
  const { eventName } = payload;
  if (typeof eventName === 'string') return { ...payload, eventName };
  throw usage(
    'Invalid value for --set eventName: the sandbox expects a string.',
    'Use `loopsctl webhooks send` for other payloads.',
  );
}
