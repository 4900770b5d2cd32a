/** Confirmations. Only a person at a terminal or `--yes` confirms; nothing detected about the caller does. */
import { Failure } from './errors.ts';
import type { Runtime } from './runtime/runtime.ts';

/** Resolves after a yes. Rejects with `interrupted` for any answer but yes, and where nobody can be asked. */
export async function confirm(question: string, { stdin, stderr, ask }: Runtime): Promise<void> {
  const declined = (hint?: string) =>
    new Failure('interrupted', `Not confirmed: ${question} Nothing was changed.`, { hint });
  if (!stdin.isTerminal || !stderr.isTerminal) throw declined('Run it at a terminal, or pass --yes.');
  if (!(await ask.confirm(question))) throw declined();
}
