/** Signing secrets: `whsec_` and a key in base64; several at once while one takes over from another. */
import { randomBytes } from 'node:crypto';

export const PREFIX = 'whsec_';

/** The standard recommends 24 to 64 bytes. Source: Standard Webhooks, "Signature scheme". */
const KEY_BYTES = 32;

export type SecretProblem = 'secret_prefix' | 'secret_base64';

/** One secret as it was given: its key, or what is wrong with its form. */
export interface Secret {
  /** The secret as text. Never shown. */
  readonly text: string;
  /** The key, also where only the prefix is missing; undefined where it cannot be decoded. */
  readonly key: Buffer | undefined;
  readonly problem: SecretProblem | undefined;
}

/** Secrets are separated by white space, the newest anywhere among them. */
export const parseSecrets = (text: string): readonly Secret[] =>
  text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(parseSecret);

function parseSecret(text: string): Secret {
  const prefixed = text.startsWith(PREFIX);
  const key = decodeKey(prefixed ? text.slice(PREFIX.length) : text);
  return { text, key, problem: key === undefined ? 'secret_base64' : prefixed ? undefined : 'secret_prefix' };
}

/** Standard base64, its padding optional. Node's decoder skips what it does not know, so the form is checked first. */
function decodeKey(text: string): Buffer | undefined {
  const digits = text.replace(/={1,2}$/, '');
  if (digits === '' || digits.length % 4 === 1 || !/^[A-Za-z0-9+/]+$/.test(digits)) return undefined;
  return Buffer.from(digits, 'base64');
}

/** What is wrong, in a sentence that does not show the secret; `which` counts from 1. */
export const describeSecretProblem = (problem: SecretProblem, which: number, of: number): string => {
  const name = of === 1 ? 'The secret' : `Secret ${which} of ${of}`;
  return problem === 'secret_prefix'
    ? `${name} does not begin with ${PREFIX}.`
    : `${name} is not base64 after its prefix ${PREFIX}.`;
};

/** A new secret, `whsec_` and 32 random bytes. */
export const newSecret = (): string => `${PREFIX}${randomBytes(KEY_BYTES).toString('base64')}`;
