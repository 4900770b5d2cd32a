/** The composition root: turns argv into an exit code. The only file that knows every part. */

import { prescan, type ReporterOptions } from './cli/prescan.ts';
import { parse } from './cli/program.ts';
import { canAsk, questionsAfter } from './confirm.ts';
import { COMPLETE, REFRESH } from './define/shell-name.ts';
import type { Entry } from './define/tree.ts';
import { asFailure, EXIT_CODES, OutputClosed, usage } from './errors.ts';
import type { execute } from './execute.ts';
import { tree } from './nouns/index.ts';
import { pagedOutput } from './output/pager.ts';
import { createReporter, type Reporter } from './output/reporter.ts';
import { createStyle, wantsColor } from './output/style.ts';
import type { Output, Runtime } from './runtime/runtime.ts';

/** Runs one command line. Resolves to the exit code and never rejects. */
export async function main(runtime: Runtime, entries: readonly Entry[] = tree): Promise<number> {
  const { argv, env, stdout, stderr } = runtime;
  if (argv[0] === COMPLETE) {
    await (await import('./completion/answer.ts')).answerShell(runtime, entries);
    return 0;
  }
  if (argv[0] === REFRESH) return (await import('./completion/refresh.ts')).runRefresh(runtime, entries);
  const program = { tree: entries, runLine: (words: readonly string[]) => runLine(words, runtime, entries) };
  const options = prescan(argv);
  const reporter = await openReporter(runtime, options);
  const asking: Runtime = { ...runtime, ask: questionsAfter(reporter.clearProgress, runtime.ask) };
  const style = await createStyle(wantsColor(stdout.isTerminal, env, options.noColor));
  const parseWords = (words: readonly string[]) =>
    parse(words, {
      tree: entries,
      version: LOOPSCTL_VERSION,
      width: stdout.columns,
      bold: style.bold,
      canAsk: () => stdout.isTerminal && canAsk(runtime),
    });
  try {
    const parsed = await parseWords(argv);
    switch (parsed.kind) {
      case 'help':
        await (options.noPager ? stdout : pagedOutput(stdout, runtime)).write(parsed.text);
        return 0;
      case 'incomplete':
        // A script that lost its verb must fail; a person reads what the noun can do.
        if (options.json) return explain(parsed.failure, reporter);
        await stderr.write(parsed.text);
        return EXIT_CODES.usage;
      case 'command':
        return await runCommand(parsed, { runtime: asking, reporter, style, program, parse: parseWords });
    }
  } catch (error) {
    return explain(error, reporter);
  } finally {
    await reporter.flush();
  }
}

/** Another command line in this process, for a program: it has no input, asks nobody, and writes no files. */
async function runLine(words: readonly string[], runtime: Runtime, entries: readonly Entry[]) {
  const printed = { stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr'): Output => ({
    isTerminal: false,
    columns: undefined,
    rows: undefined,
    write: async (text) => {
      printed[name] += text;
    },
  });
  const code = await main(
    {
      ...runtime,
      argv: words,
      stdout: output('stdout'),
      stderr: output('stderr'),
      stdin: { isTerminal: false, read: async () => Buffer.alloc(0), async *stream() {} },
      catchSignals: () => () => undefined,
      startInBackground: async () => undefined,
      open: () => Promise.reject(usage('Nothing can be opened here.', 'Run the command in a terminal.')),
      canWriteFiles: false,
    },
    entries,
  );
  return { ...printed, code };
}

/** Loaded for commands only: help needs neither the schema library nor a session. */
const runCommand: typeof execute = async (parsed, world) => (await import('./execute.ts')).execute(parsed, world);

function explain(error: unknown, reporter: Reporter): number {
  // The reader of stdout has closed it, as `head` does.
  if (error instanceof OutputClosed) return 0;
  const failure = asFailure(error);
  reporter.error(failure);
  return failure.exitCode;
}

const openReporter = async ({ env, stderr }: Runtime, options: ReporterOptions): Promise<Reporter> =>
  createReporter(stderr, await createStyle(wantsColor(stderr.isTerminal, env, options.noColor)), {
    ...options,
    showPeople: env['LOOPS_DEBUG_PEOPLE'] === '1',
  });
