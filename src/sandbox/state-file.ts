/** The state file's format, and how it is written: whole and atomically. */
import type { Account } from './account.ts';

const FORMAT = { format: 'loopsctl-sandbox', version: 1 };

/** The state file holds something that is not this version's sandbox state. */
export class SandboxStateError extends Error {
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`The sandbox state in ${path} ${problem}. Run \`loopsctl sandbox reset\` to start afresh.`);
    this.name = 'SandboxStateError';
    this.path = path;
  }
}

/** Throws `SandboxStateError` where `text` is not what `writeState` wrote. */
export function parseState(path: string, text: string): Account {
  let state: unknown;
  try {
    state = JSON.parse(text);
  } catch {
    throw new SandboxStateError(path, 'is not readable');
  }
  if (!isState(state)) throw new SandboxStateError(path, 'belongs to another version of this tool');
  return state.account;
}

/** The version stands for the account's whole shape: a change to `Account` raises it. */
function isState(value: unknown): value is { account: Account } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'format' in value &&
    'version' in value &&
    'account' in value &&
    value.format === FORMAT.format &&
    value.version === FORMAT.version &&
    typeof value.account === 'object' &&
    value.account !== null
  );
}

/** Replaces the file; a reader sees the old state or the new one. */
export async function writeState(path: string, account: Account): Promise<void> {
  const { default: writeFileAtomic } = await import('write-file-atomic');
  await writeFileAtomic(path, JSON.stringify({ ...FORMAT, account }), { mode: 0o600 });
}
