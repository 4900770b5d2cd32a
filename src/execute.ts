/** Executes one command: plans its output, runs it, prints the value, and returns the exit code. */
import { withIdHint } from './cli/id-hint.ts';
import type { Parsed } from './cli/program.ts';
import type { AnyCommand } from './define/command.ts';
import type { Style, View } from './define/view.ts';
import { Failure } from './errors.ts';
import { createSurface } from './output/display.ts';
import { pagedOutput } from './output/pager.ts';
import { isDocument, planOutput } from './output/plan.ts';
import { render } from './output/render.ts';
import type { Reporter } from './output/reporter.ts';
import type { Output, Runtime } from './runtime/runtime.ts';
import { openSession } from './session.ts';

interface World {
  readonly runtime: Runtime;
  readonly reporter: Reporter;
  readonly style: Style;
}

/** Resolves to the exit code. Rejects with a `Failure`, or with `OutputClosed` when the reader of stdout has closed it. */
export async function execute(
  { title, command, input, flags, annotate }: Extract<Parsed, { kind: 'command' }>,
  { runtime, reporter, style }: World,
): Promise<number> {
  const { stdout } = runtime;
  const { view, output, run } = variantOf(command, input);
  const { report } = command;
  const plan = planOutput(view, output, flags, report && { suite: title, report });
  const surface = createSurface(stdout, style, runtime.now());
  const terminal: Output = {
    isTerminal: stdout.isTerminal,
    columns: stdout.columns,
    rows: stdout.rows,
    write: async (text) => {
      await reporter.clearProgress();
      await stdout.write(text);
    },
  };
  const { env, platform } = runtime;
  const page: Runtime['page'] = async (text, commandLine) => {
    await reporter.clearProgress();
    return runtime.page(text, commandLine);
  };
  const printed = flags.pager && isDocument(plan) ? pagedOutput(terminal, { env, platform, page }) : terminal;
  const out: Output =
    view.kind === 'text' && view.openAs !== undefined
      ? (await import('./output/browser.ts')).browserOutput(view.openAs, runtime, reporter)
      : printed;
  const session = openSession(runtime, flags, reporter);
  try {
    const running = run(session.context, input);
    if (!(running instanceof Promise)) {
      await render({ kind: 'items', batches: running }, plan, out, surface, reporter.note);
      return 0;
    }
    const value = await running;
    await render({ kind: 'value', value }, plan, out, surface, reporter.note);
    if (annotate !== undefined && report !== undefined) {
      const { annotations } = await import('./output/annotations.ts');
      for (const line of annotations(report(value), annotate)) reporter.annotate(line);
    }
    return command.verdict?.(value, input) ?? 0;
  } catch (error) {
    throw error instanceof Failure ? withIdHint(error, command, input) : error;
  } finally {
    await reporter.clearProgress();
    await session.close();
  }
}

/** What to run: the command, or with `--raw-page` the one page of its list. */
function variantOf(
  command: AnyCommand,
  input: Record<string, unknown>,
): Pick<AnyCommand, 'output' | 'run'> & { view: View } {
  const { rawPage } = command;
  if (rawPage !== undefined && input['rawPage'] === true) return { ...rawPage, view: { kind: 'document' } };
  const view = typeof command.view === 'function' ? command.view(input) : command.view;
  return { view, output: command.output, run: command.run };
}
