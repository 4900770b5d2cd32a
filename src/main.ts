/** The composition root: from what was typed to an exit code. It introduces the parts to each other, and that is all. */
import { asFailure, EXIT_CODES } from './errors.ts';
import type { Reporter } from './output/reporter.ts';
import { type Output, OutputClosed, type Runtime } from './runtime.ts';
import { VERSION } from './version.ts';

/** Runs one command line. Resolves to the exit code and never rejects. */
export async function main(runtime: Runtime): Promise<number> {
  const [only, ...others] = runtime.argv;
  try {
    // Answered before anything is loaded: scripts ask for it in loops.
    if (others.length === 0 && (only === '-V' || only === '--version')) {
      await runtime.stdout.write(`${VERSION}\n`);
      return 0;
    }
  } catch (error) {
    return error instanceof OutputClosed ? 0 : EXIT_CODES.unexpected;
  }
  const reporter = await openReporter(runtime);
  try {
    return await run(runtime, reporter);
  } catch (error) {
    // Whoever read the result has seen enough.
    if (error instanceof OutputClosed) return 0;
    const failure = asFailure(error);
    reporter.error(failure);
    return failure.exitCode;
  } finally {
    await reporter.flush();
  }
}

/** What is said on stderr is the same from the first wrong word to the last error. */
async function openReporter({ argv, env, stderr }: Runtime): Promise<Reporter> {
  const [{ scanManner }, { createStyle, wantsColor }, { createReporter }] = await Promise.all([
    import('./cli/manner.ts'),
    import('./output/style.ts'),
    import('./output/reporter.ts'),
  ]);
  const manner = scanManner(argv);
  return createReporter(stderr, createStyle(wantsColor(stderr.isTerminal, env, manner.noColor)), manner);
}

async function run(runtime: Runtime, reporter: Reporter): Promise<number> {
  const [{ parse }, { createStyle, wantsColor }, { resources }, { toolNouns }] = await Promise.all([
    import('./cli/parse.ts'),
    import('./output/style.ts'),
    import('./resources/index.ts'),
    import('./commands/index.ts'),
  ]);
  const { argv, env, stdout } = runtime;
  const style = createStyle(wantsColor(stdout.isTerminal, env, argv.includes('--no-color')));
  const parsed = await parse(argv, {
    nouns: [...resources, ...toolNouns],
    version: VERSION,
    width: stdout.columns,
    bold: style.bold,
  });
  if (parsed.kind === 'help') {
    await stdout.write(parsed.text);
    return 0;
  }
  const { command, input, flags } = parsed;
  const [{ planOutput, render }, { createPaper }, { openSession }] = await Promise.all([
    import('./output/render.ts'),
    import('./output/paper.ts'),
    import('./context.ts'),
  ]);
  const view = typeof command.view === 'function' ? command.view(input) : command.view;
  const schema = typeof command.output === 'function' ? command.output(input) : command.output;
  const plan = planOutput(view, schema, flags);
  const session = await openSession(runtime, flags, reporter);
  const out: Output = {
    isTerminal: stdout.isTerminal,
    columns: stdout.columns,
    write: async (text) => {
      await reporter.clearProgress();
      await stdout.write(text);
    },
  };
  try {
    const running = command.run(session.context, input);
    const paper = createPaper(stdout, style, runtime.now());
    if (!(running instanceof Promise)) {
      await render({ kind: 'items', batches: running }, plan, out, paper, reporter.note);
      return 0;
    }
    const value = await running;
    await render({ kind: 'value', value }, plan, out, paper, reporter.note);
    return command.verdict?.(value) ?? 0;
  } finally {
    await reporter.clearProgress();
    await session.close();
  }
}
