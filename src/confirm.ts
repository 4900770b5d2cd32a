/** Confirmations. Only a person at a terminal or `--yes` confirms; nothing detected about the caller does. */
import type { Question } from './define/question.ts';
import { Failure } from './errors.ts';
import type { Questions, Runtime } from './runtime/runtime.ts';

/** Whether there is a person at a terminal who can be asked. */
export const canAsk = ({ stdin, stderr }: Pick<Runtime, 'stdin' | 'stderr'>): boolean =>
  stderr.isTerminal && stdin.isTerminal;

/** The same questions, each asked after `ready`: what was printed before is on the screen then, without a progress bar. */
export const questionsAfter = (ready: () => Promise<void>, ask: Questions): Questions => ({
  secret: (question) => ready().then(() => ask.secret(question)),
  confirm: (question) => ready().then(() => ask.confirm(question)),
  text: (question) => ready().then(() => ask.text(question)),
  choose: (question, choices) => ready().then(() => ask.choose(question, choices)),
});

/**
 * Resolves after a yes, or after the answer that the question asks for. Rejects with `interrupted` for any other answer, and
 * where nobody can be asked. `flag` confirms without a question.
 */
export async function confirm(asked: string | Question, flag: string, runtime: Runtime): Promise<void> {
  const { question, answer, requireSame }: Question = typeof asked === 'string' ? { question: asked } : asked;
  const declined = (hint?: string) =>
    new Failure('interrupted', `Not confirmed: ${question} Nothing was changed.`, { hint });
  if (!canAsk(runtime)) throw declined(`Run it at a terminal, or pass ${flag}.`);
  const isConfirmed =
    answer === undefined
      ? await runtime.ask.confirm(question)
      : (await runtime.ask.text(question)).trim() === answer.trim();
  if (!isConfirmed) throw declined();
  await requireSame?.();
}
