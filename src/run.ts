/** One run: the words are understood, then help is printed or a command executed. It introduces the parts to each other. */
import { type ScannedManner, scanManner } from './cli/manner.ts';
import { parse } from './cli/parse.ts';
import { toolNouns } from './commands/index.ts';
import { asFailure, OutputClosed } from './errors.ts';
import { createReporter, type Reporter } from './output/reporter.ts';
import { createStyle, wantsColor } from './output/style.ts';
import { resources } from './resources/index.ts';
import type { Runtime } from './runtime.ts';

/** Resolves to the exit code; rejects only when stdout itself fails before a command is known. */
export async function run(runtime: Runtime): Promise<number> {
  const { argv, env, stdout } = runtime;
  const manner = scanManner(argv);
  const reporter = await openReporter(runtime, manner);
  const style = await createStyle(wantsColor(stdout.isTerminal, env, manner.noColor));
  try {
    const parsed = await parse(argv, {
      nouns: [...resources, ...toolNouns],
      version: LOOPSCTL_VERSION,
      width: stdout.columns,
      bold: style.bold,
    });
    if (parsed.kind === 'help') {
      await stdout.write(parsed.text);
      return 0;
    }
    const { execute } = await import('./execute.ts');
    return await execute(parsed, { runtime, reporter, style });
  } catch (error) {
    return explain(error, reporter);
  } finally {
    await reporter.flush();
  }
}

/** Says what went wrong in a run that had not even begun, and gives its exit code. */
export async function complain(error: unknown, runtime: Runtime): Promise<number> {
  const reporter = await openReporter(runtime, scanManner(runtime.argv));
  const code = explain(error, reporter);
  await reporter.flush();
  return code;
}

function explain(error: unknown, reporter: Reporter): number {
  // Whoever read the result has seen enough.
  if (error instanceof OutputClosed) return 0;
  const failure = asFailure(error);
  reporter.error(failure);
  return failure.exitCode;
}

/** What is said on stderr is said in one way, from the first wrong word to the last error. */
const openReporter = async ({ env, stderr }: Runtime, manner: ScannedManner): Promise<Reporter> =>
  createReporter(stderr, await createStyle(wantsColor(stderr.isTerminal, env, manner.noColor)), manner);
