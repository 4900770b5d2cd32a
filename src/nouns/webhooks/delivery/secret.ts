/** Signing secrets: `whsec_` and a key in base64; two or more during a rotation. */
import { randomBytes } from 'node:crypto';

export const PREFIX = 'whsec_';

/** The standard recommends 24 to 64 bytes. Source: Standard Webhooks, "Signature scheme". */
const KEY_BYTES = 32;

export type SecretProblem = 'secret_prefix' | 'secret_base64';

/** A secret as given: its key, or why it is malformed. */
export interface Secret {
  /** Never printed. */
  readonly text: string;
  /** Also decoded if only the prefix is missing; undefined if it cannot be decoded. */
  readonly key: Buffer | undefined;
  readonly problem: SecretProblem | undefined;
}

/** Secrets are separated by white space, in any order. */
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

/** Standard base64 with optional padding. Node's decoder skips invalid characters, so they are checked first. */
function decodeKey(text: string): Buffer | undefined {
  const digits = text.replace(/={1,2}$/, '');
  if (digits === '' || digits.length % 4 === 1 || !/^[A-Za-z0-9+/]+$/.test(digits)) return undefined;
  return Buffer.from(digits, 'base64');
}

/** A sentence that does not contain the secret; the first secret is number 1. */
export const describeSecretProblem = (problem: SecretProblem, which: number, of: number): string => {
  const name = of === 1 ? 'The secret' : `Secret ${which} of ${of}`;
  return problem === 'secret_prefix'
    ? `${name} does not start with ${PREFIX}.`
    : `${name} is not valid base64 after the prefix ${PREFIX}.`;
};

/** A new secret, `whsec_` and 32 random bytes. */
export const newSecret = (): string => `${PREFIX}${randomBytes(KEY_BYTES).toString('base64')}`;
