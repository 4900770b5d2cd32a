/** `--set path=value`: changes to a payload. */
import { isRecord } from '../../../define/json.ts';
import { usage } from '../../../errors.ts';
import { type Payload, SAMPLE_DATA, type SampleData, samplePayload } from './events.ts';

/** Names that would reach the object's own machinery instead of a field. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * The payload with each `path=value` applied in order. A value is JSON where it is JSON, and text otherwise. What is missing
 * on the way is made; a number names an item of a list. Throws a `usage` failure.
 */
export const applySettings = (payload: Payload, settings: readonly string[]): Payload =>
  settings.reduce((changed: Payload, setting) => {
    const equals = setting.indexOf('=');
    const path = equals < 0 ? '' : setting.slice(0, equals);
    const names = path.split('.');
    if (names.some((name) => name === '' || RESERVED.has(name))) {
      throw usage(`--set ${JSON.stringify(setting)} is not path=value.`, 'Such as --set contactIdentity.userId=null');
    }
    return withValue(changed, names, parseValue(setting.slice(equals + 1)), path) as Payload;
  }, payload);

function parseValue(text: string): unknown {
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
    if (!/^\d+$/.test(name) || index > inside.length) {
      throw usage(`--set ${path}: ${JSON.stringify(name)} is not a place in a list of ${inside.length}.`);
    }
    return Object.assign([...inside], { [index]: inner(inside[index]) });
  }
  if (inside === undefined || isRecord(inside)) return { ...inside, [name]: inner(inside?.[name]) };
  throw usage(`--set ${path}: there is no field ${JSON.stringify(name)} in ${JSON.stringify(inside)}.`);
}

/** A sample with settings applied. A sourceType among them brings the ID of such a source with it. */
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

/** A payload for the sandbox to send, whose events have a name that is a text. Throws a `usage` failure for another. */
export function eventWith(
  ...[event, now, settings, data]: Parameters<typeof payloadWith>
): Payload & { readonly eventName: string } {
  const payload = payloadWith(event, now, settings, data);
  const { eventName } = payload;
  if (typeof eventName === 'string') return { ...payload, eventName };
  throw usage(
    '--set eventName: the sandbox sends only events whose name is a text.',
    'To try a receiver with such a payload: `loopsctl webhooks send`.',
  );
}
