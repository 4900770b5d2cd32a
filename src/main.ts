/** The composition root: from what was typed to an exit code. It introduces the parts to each other. */
import { type ScannedManner, scanManner } from './cli/prescan.ts';
import { parse } from './cli/program.ts';
import { asFailure, OutputClosed } from './errors.ts';
import { nouns } from './nouns/index.ts';
import { createReporter, type Reporter } from './output/reporter.ts';
import { createStyle, wantsColor } from './output/style.ts';
import type { Runtime } from './runtime/runtime.ts';

/** Runs one command line. Resolves to the exit code and never rejects. */
export async function main(runtime: Runtime): Promise<number> {
  const { argv, env, stdout } = runtime;
  const manner = scanManner(argv);
  const reporter = await openReporter(runtime, manner);
  const style = await createStyle(wantsColor(stdout.isTerminal, env, manner.noColor));
  try {
    const parsed = await parse(argv, {
      nouns,
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
