/** The format of the state file, and how it is written: as a whole and atomically. */
import { isRecord } from '../define/json.ts';
import type { Account, Section } from './account.ts';

/** The version of the envelope. A new section of the account does not change it. */
const FORMAT = { format: 'loopsctl-sandbox', version: 1 };

/** The state file does not hold a sandbox state that this version can use. */
export class SandboxStateError extends Error {
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`The sandbox state in ${path} ${problem}. Run \`loopsctl sandbox reset\` to replace it.`);
    this.name = 'SandboxStateError';
    this.path = path;
  }
}

/** The account as it was saved. Throws `SandboxStateError` if `text` is not a state that these sections can use. */
export function parseState(path: string, text: string, sections: readonly Section[]): Account {
  let state: unknown;
  try {
    state = JSON.parse(text);
  } catch {
    throw new SandboxStateError(path, 'is not valid JSON');
  }
  if (!isState(state)) throw new SandboxStateError(path, 'was not written by this version of loopsctl');
  const { account } = state;
  const broken = sections.find(({ name, accepts }) => Object.hasOwn(account, name) && !accepts(account[name]));
  if (broken !== undefined) throw new SandboxStateError(path, `has an invalid value for ${broken.name}`);
  return account;
}

const isState = (value: unknown): value is { account: Account } =>
  isRecord(value) &&
  value['format'] === FORMAT.format &&
  value['version'] === FORMAT.version &&
  isRecord(value['account']);

/** Replaces the file. A reader sees the old state or the new one. */
export async function writeState(path: string, account: Account): Promise<void> {
  const { default: writeFileAtomic } = await import('write-file-atomic');
  await writeFileAtomic(path, JSON.stringify({ ...FORMAT, account }), { mode: 0o600 });
}
