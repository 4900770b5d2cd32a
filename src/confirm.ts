/** Confirmations. Only a person at a terminal or `--yes` confirms; nothing detected about the caller does. */
import { Failure } from './errors.ts';
import type { Runtime } from './runtime/runtime.ts';

/** Whether there is a person at a terminal who can be asked. */
export const canAsk = ({ stdin, stderr }: Pick<Runtime, 'stdin' | 'stderr'>): boolean =>
  stdin.isTerminal && stderr.isTerminal;

/** Resolves after a yes. Rejects with `interrupted` for any answer but yes, and where nobody can be asked. */
export async function confirm(question: string, runtime: Runtime): Promise<void> {
  const declined = (hint?: string) =>
    new Failure('interrupted', `Not confirmed: ${question} Nothing was changed.`, { hint });
  if (!canAsk(runtime)) throw declined('Run it at a terminal, or pass --yes.');
  if (!(await runtime.ask.confirm(question))) throw declined();
}
