/** Finds variables in text as written: `{contact.firstName}`. */

export const NAMESPACES = ['contact', 'event', 'data', 'system'] as const;
export type Namespace = (typeof NAMESPACES)[number];

export interface Variable {
  readonly kind: 'variable';
  readonly start: number;
  readonly end: number;
  readonly raw: string;
  readonly namespace: Namespace;
  /** Without namespace; for a field of an array, the name of the array. */
  readonly name: string;
  /** The field of each item of the array, `name` of `{data.items[].name}`. */
  readonly field?: string | undefined;
  readonly isArray: boolean;
}

/** Braces that contain no variable. */
export interface InvalidBraces {
  readonly kind: 'invalid';
  readonly start: number;
  readonly end: number;
  readonly raw: string;
  readonly why: string;
  /** The name without namespace, where the braces look like a variable; undefined if they are probably meant as text. */
  readonly name?: string | undefined;
  readonly namespace?: Namespace | undefined;
}

const VARIABLE = /^(contact|event|data|system)\.([A-Za-z0-9_-]+)(\[\](?:\.([A-Za-z0-9_-]+))?)?$/;
const NAME = /^[A-Za-z0-9_-]+$/;
const LEGACY: Readonly<Record<string, Namespace>> = { DATA_VARIABLE: 'data', EVENT_PROPERTY: 'event' };
const SYSTEM_NAMES = ['unsubscribe_link'];
/** A longer text in braces is no variable. */
const LONGEST = 200;

const isNamespace = (text: string): text is Namespace => NAMESPACES.some((namespace) => namespace === text);

/** The variable that a text without braces is. */
function readVariable(inner: string, raw = '', start = 0): Variable | undefined {
  const match = VARIABLE.exec(inner);
  if (match === null) return undefined;
  const namespace = match[1] ?? '';
  if (!isNamespace(namespace)) return undefined;
  const isArray = match[3] !== undefined;
  const end = start + raw.length;
  return { kind: 'variable', start, end, raw, namespace, name: match[2] ?? '', field: match[4], isArray };
}

type Explanation = Pick<InvalidBraces, 'why' | 'name' | 'namespace'>;

const named = (why: string, path: string): Explanation => {
  const { namespace, name } = readVariable(path) ?? {};
  if (namespace !== undefined) return { why, namespace, name };
  return NAME.test(path) ? { why, name: path } : { why, name: path.replace(/^.*\./, '') };
};

function explain(inner: string): Explanation {
  const trimmed = inner.trim();
  if (trimmed !== inner && /^[A-Za-z0-9_.[\]-]+$/.test(trimmed)) return named('has spaces inside the braces', trimmed);
  const [legacy = '', rest = ''] = trimmed.split(':', 2);
  const namespace = Object.hasOwn(LEGACY, legacy) ? LEGACY[legacy] : undefined;
  if (namespace !== undefined) return { why: 'is the old syntax', namespace, name: rest.trim() };
  const fallback = /^([A-Za-z0-9_.-]+) {0,9}(?:\|\|?|\?\?|:)/.exec(trimmed)?.[1];
  if (fallback !== undefined) return named('has a fallback, which belongs to the email message', fallback);
  if (NAME.test(trimmed)) {
    if (SYSTEM_NAMES.includes(trimmed)) return { why: 'has no namespace', namespace: 'system', name: trimmed };
    return { why: 'has no namespace', name: trimmed };
  }
  const [prefix = '', ...path] = trimmed.split('.');
  if (path.length > 0 && NAME.test(prefix) && path.every((part) => NAME.test(part))) {
    if (isNamespace(prefix)) return { why: 'has a name with a period', namespace: prefix, name: path.join('_') };
    return { why: `has the unknown namespace ${prefix}`, name: path.join('_') };
  }
  return { why: 'is no variable' };
}

export type Braces = Variable | InvalidBraces;

const NOTHING: readonly Braces[] = [];

/** All braces of a raw text that starts at an offset. Each pair is read once, so no text takes long. */
export function bracesIn(raw: string, offset = 0): readonly Braces[] {
  let open = raw.indexOf('{');
  if (open < 0) return NOTHING;
  const found: Braces[] = [];
  while (open >= 0) {
    const close = raw.indexOf('}', open);
    const start = offset + open;
    if (close < 0 || close - open > LONGEST) {
      found.push({ kind: 'invalid', start, end: start + 1, raw: '{', why: 'starts no variable' });
      if (close < 0) return found;
      open = raw.indexOf('{', open + 1);
      continue;
    }
    const inner = raw.slice(open + 1, close);
    const whole = raw.slice(open, close + 1);
    const end = offset + close + 1;
    found.push(readVariable(inner, whole, start) ?? { kind: 'invalid', start, end, raw: whole, ...explain(inner) });
    open = raw.indexOf('{', close + 1);
  }
  return found;
}

export const isVariable = (braces: Braces): braces is Variable => braces.kind === 'variable';

/** The variable that a text consists of: nothing else may be in it. */
export function onlyVariable(raw: string): Variable | undefined {
  const [first, ...others] = bracesIn(raw);
  return first !== undefined && isVariable(first) && others.length === 0 && first.raw === raw ? first : undefined;
}
