/** The composition root: from what was typed to an exit code. It introduces the parts to each other, and that is all. */
import { asFailure, type Failure } from './errors.ts';
import { OutputClosed, type Runtime } from './runtime.ts';
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
    return await run(runtime);
  } catch (error) {
    if (error instanceof OutputClosed) return 0;
    return complain(asFailure(error), runtime);
  }
}

async function run(runtime: Runtime): Promise<number> {
  const [{ parse }, { createStyle, wantsColor }, { resources }, { toolNouns }] = await Promise.all([
    import('./cli/parse.ts'),
    import('./output/style.ts'),
    import('./resources/index.ts'),
    import('./commands/index.ts'),
  ]);
  const { argv, env, stdout, stderr } = runtime;
  const noColor = argv.includes('--no-color');
  const style = createStyle(wantsColor(stdout.isTerminal, env, noColor));
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
  const [{ planOutput, render }, { createReporter }, { createPaper }, { openSession }] = await Promise.all([
    import('./output/render.ts'),
    import('./output/reporter.ts'),
    import('./output/paper.ts'),
    import('./context.ts'),
  ]);
  const view = typeof command.view === 'function' ? command.view(input) : command.view;
  const schema = typeof command.output === 'function' ? command.output(input) : command.output;
  const plan = planOutput(view, schema, flags);
  const reporter = createReporter(stderr, createStyle(wantsColor(stderr.isTerminal, env, noColor)), flags.quiet);
  const session = await openSession(runtime, flags, reporter);
  try {
    const running = command.run(session.context, input);
    const paper = createPaper(stdout, style, runtime.now());
    if (!(running instanceof Promise)) {
      await render({ kind: 'items', batches: running }, plan, stdout, paper, reporter.note);
      return 0;
    }
    const value = await running;
    await render({ kind: 'value', value }, plan, stdout, paper, reporter.note);
    return command.verdict?.(value) ?? 0;
  } finally {
    await session.close();
    await reporter.flush();
  }
}

/** Says what went wrong and what to do next, and gives the failure's exit code. */
async function complain(failure: Failure, { argv, env, stderr }: Runtime): Promise<number> {
  const [{ wantsJsonErrors }, { createStyle, wantsColor }, { createReporter }] = await Promise.all([
    import('./cli/global-flags.ts'),
    import('./output/style.ts'),
    import('./output/reporter.ts'),
  ]);
  const style = createStyle(wantsColor(stderr.isTerminal, env, argv.includes('--no-color')));
  const reporter = createReporter(stderr, style, false);
  reporter.error(failure, { json: wantsJsonErrors(argv), debug: argv.includes('--debug') });
  await reporter.flush();
  return failure.exitCode;
}
