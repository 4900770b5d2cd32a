/** Questions at a terminal, on the prompt package, which is loaded when the first one is asked. */
import { interrupted } from '../errors.ts';
import type { Questions } from './runtime.ts';

export interface Terminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
}

export interface PromptOptions {
  streams(): Terminal;
  readonly signal: AbortSignal;
  /** Runs work while signals are caught, so that the terminal is restored. */
  caught<Result>(work: () => Promise<Result>): Promise<Result>;
}

type Package = typeof import('@clack/prompts');
interface Common {
  readonly output: NodeJS.WriteStream;
  readonly signal: AbortSignal;
}

/** Each question rejects with an `interrupted` failure on Ctrl-C and at the end of input. */
export function questions({ streams, signal, caught }: PromptOptions): Questions {
  const ask = <Answer>(prompt: (clack: Package, common: Common) => Promise<Answer | symbol>): Promise<Answer> =>
    caught(async () => {
      const { input, output } = streams();
      const clack = await import('@clack/prompts');
      // The package does not handle Ctrl-D, the end of input.
      const ended = new AbortController();
      const onKey = (_: string | undefined, key: { name?: string; ctrl?: boolean }) => {
        if (key.ctrl && key.name === 'd') ended.abort();
      };
      input.on('keypress', onKey);
      try {
        const answer = await prompt(clack, { output, signal: AbortSignal.any([signal, ended.signal]) });
        if (clack.isCancel(answer)) throw interrupted();
        return answer as Answer;
      } finally {
        input.off('keypress', onKey);
      }
    });
  return {
    secret: (message) => ask<string>(({ password }, common) => password({ message, ...common })),
    confirm: (message) => ask<boolean>(({ confirm }, common) => confirm({ message, initialValue: false, ...common })),
    text: (message) => ask<string>(({ text }, common) => text({ message, ...common })),
    choose: (message, choices) =>
      ask<string>(({ autocomplete }, common) =>
        autocomplete({ message, options: choices.map((choice) => ({ ...choice })), maxItems: 12, ...common }),
      ),
  };
}
