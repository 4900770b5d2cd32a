/** Executes one command: checks what it may do, runs it, prints the value, and returns the exit code. */

import type { GlobalFlags } from './cli/global-flags.ts';
import { withIdHint } from './cli/id-hint.ts';
import type { Parsed } from './cli/program.ts';
import { canAsk, confirm } from './confirm.ts';
import type { AnyCommand, Context } from './define/command.ts';
import { dependsOnInput, effectOf, isReading } from './define/effect.ts';
import { flagName } from './define/field.ts';
import type { ChangeRecorder } from './define/history.ts';
import type { ApiRequest, Operation } from './define/operation.ts';
import type { PlannedRequest } from './define/planned.ts';
import type { Style, View } from './define/view.ts';
import { becauseOfResponse, Failure, usage } from './errors.ts';
import { type GuardOptions, guarded, Recorded, refuseAllEffects, refuseEffect } from './guard.ts';
import { historyEraser, historyOf, historyScope } from './history/of-run.ts';
import type { Named } from './lookup/match.ts';
import { givesName } from './lookup/names.ts';
import { listsOf, referencesIn, requireIds, resolveIds } from './lookup/resolve.ts';
import { hiddenNames, type ShownNames, shownNames } from './lookup/shown.ts';
import { createSurface } from './output/display.ts';
import { pagedOutput } from './output/pager.ts';
import { isDocument, type Plan, planOutput } from './output/plan.ts';
import { plannedResult } from './output/planned.ts';
import { render } from './output/render.ts';
import type { Reporter } from './output/reporter.ts';
import { createPaint } from './output/swatch.ts';
import { openDirectory } from './runtime/directory.ts';
import type { Output, Runtime } from './runtime/runtime.ts';
import { openSession, type Program, type Session } from './session.ts';
import { escapeControls } from './text/escape.ts';

type Typed = Extract<Parsed, { kind: 'command' }>;

interface World {
  /** Parses another command line, to run the list command that names are looked up in. */
  parse(words: readonly string[]): Promise<Parsed>;
  readonly program: Program;
  readonly runtime: Runtime;
  readonly reporter: Reporter;
  readonly style: Style;
}

/** Resolves to the exit code. Rejects with a `Failure`, or with `OutputClosed` when the reader of stdout has closed it. */
export async function execute(typed: Typed, world: World): Promise<number> {
  const { title, command, flags } = typed;
  const { runtime, reporter } = world;
  const { view, output } = variantOf(command, typed.input);
  const { report, formats } = command;
  const plan = planOutput(view, output, flags, { report: report && { suite: title, report }, formats });
  const session = openSession(runtime, await withProfile(typed, runtime), reporter, world.program);
  const recorded: Recording = { requests: [], baseUrl: undefined };
  try {
    return await run(typed, session, recorded, world, plan);
  } catch (error) {
    if (error instanceof Recorded) {
      const { requests, baseUrl } = recorded;
      const { result, plan: shown } = plannedResult(requests, flags, baseUrl ?? (await session.shellBaseUrl()));
      if (!flags.curl) reporter.note('Dry run: nothing was changed.');
      else if (isIncomplete(command, requests)) {
        reporter.note('What follows depends on the responses to these requests; --dry-run prints the changes.');
      }
      await (await printerFor(shown, flags, world))(result, hiddenNames(false));
      return 0;
    }
    throw session.hasDifference() ? becauseOfResponse(error) : error;
  } finally {
    await reporter.clearProgress();
    await session.close();
  }
}

/** Whether a command that changes something recorded none of its changes: without responses it could not go on. */
const isIncomplete = ({ calls }: AnyCommand, requests: readonly PlannedRequest[]): boolean =>
  Array.isArray(calls) && !isReading(effectOf({ calls })) && requests.every(({ effect }) => isReading(effect));

/** The flags with the profile that the input chooses. A key from the environment and --profile take precedence. */
async function withProfile({ command, input, flags }: Typed, { env, workingDirectory }: Runtime): Promise<GlobalFlags> {
  const isChosen = flags.profile !== undefined || flags.sandbox || env['LOOPS_API_KEY'];
  if (command.profileFor === undefined || isChosen) return flags;
  const profile = await command.profileFor(async (path) => openDirectory(workingDirectory(), path), input);
  return profile === undefined ? flags : { ...flags, profile };
}

interface Recording {
  readonly requests: PlannedRequest[];
  /** As a shell word, where the requests go to another API than the profile's. */
  baseUrl: string | undefined;
}

type Result = Parameters<typeof render>[0];

async function run(
  { title, command, input: typed, flags, annotate, dryRun, yes, ids }: Typed,
  session: Session,
  recorded: Recording,
  world: World,
  plan: Plan,
): Promise<number> {
  const { runtime, reporter, parse } = world;
  const print = await printerFor(plan, flags, world);
  const names = session.names({
    runList: (list) => listed(list, session.context),
    runQuietly: (list) => listed(list, session.quietly),
  });
  const isContent = plan.view.kind === 'text' && plan.view.exact === true;
  const isDrawn = plan.format === 'table' && plan.fields === undefined && !flags.quiet && !isContent;
  const isShowing = isDrawn && !ids && !flags.curl && !dryRun;
  const lists = listsOf(command.shows ?? []);
  const shown = isShowing ? shownNames({ lists, names, every: runtime.every }) : hiddenNames(ids);
  session.onClose(shown.settled);
  let namesChange = false;
  // After the lists that are still being fetched were cached.
  session.onClose(async () => (namesChange ? session.expireNames() : undefined));
  const onSend = (request: ApiRequest): void => {
    shown.start();
    namesChange ||= givesName(request);
  };
  const options = await admission(command, typed);
  const permitted = guarded(session.context, { ...options, onSend }, recorded.requests);
  const context: Session['context'] = {
    ...permitted,
    // Chosen fields and bare IDs cost the requests of the command alone.
    isForPeople: permitted.isForPeople && isDrawn && !ids,
    names: shown.known,
    canAsk: () => canAsk(runtime),
    forgetPerson: dryRun || flags.curl ? async () => undefined : historyEraser(session.context),
    withConnection: (connection) => {
      recorded.baseUrl = `'${connection.baseUrl.replaceAll("'", '%27')}'`;
      return guarded(session.context.withConnection(connection), options, recorded.requests);
    },
  };
  const input = await (flags.curl
    ? requireIds(command, typed)
    : resolveIds(command, typed, { names, note: reporter.note, canAsk: context.canAsk, choose: pick }));
  try {
    return await runWith(input);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // A record that is gone may still have a cached name.
    if (error.code === 'not_found') await Promise.all(listsOf(referencesIn(command)).map(names.drop));
    throw withIdHint(error, command, input);
  }

  async function runWith(input: Record<string, unknown>): Promise<number> {
    if (command.question !== undefined && !yes && !dryRun && !flags.curl) {
      const question = await command.question(context, input);
      const flag = flagName(command.confirmedBy ?? 'yes');
      if (question !== undefined) await confirm(question, `--${flag}`, runtime);
    }
    const running = variantOf(command, input).run(context, input);
    if (!(running instanceof Promise)) {
      await print({ kind: 'items', batches: running }, shown);
      return 0;
    }
    const value = await running;
    await print({ kind: 'value', value }, shown);
    if (annotate !== undefined && command.report !== undefined) {
      const { annotations } = await import('./output/annotations.ts');
      for (const line of annotations(command.report(value), annotate)) reporter.annotate(line);
    }
    return command.verdict?.(value, input) ?? 0;
  }

  async function pick(question: string, records: readonly Named[]): Promise<string> {
    if (records.length === 0) throw new Failure('not_found', 'There is nothing to choose from.');
    const choices = records.map(({ id, name }) => ({ value: id, label: escapeControls(name), hint: id }));
    return runtime.ask.choose(question, choices);
  }

  /** The items of a list command, `themes list`. */
  async function listed(list: string, base: Context): Promise<AsyncIterable<readonly unknown[]>> {
    const parsed = await parse(list.split(' '));
    if (parsed.kind !== 'command') throw new Error(`"${list}" is not a command`);
    const context = guarded(base, await admission(parsed.command, parsed.input), recorded.requests);
    return parsed.command.run(context, parsed.input) as AsyncIterable<readonly unknown[]>;
  }

  /** Undefined for a command that changes nothing, and where the history is turned off. */
  function historyFor({ unrecorded }: AnyCommand, calls: readonly Operation[]): ChangeRecorder | undefined {
    if (isReading(effectOf({ calls }))) return undefined;
    const scope = historyScope(flags, runtime);
    if (scope === 'off') return undefined;
    if (unrecorded !== undefined && flags.journalPersonal) {
      const name = title.replace(/^loopsctl /, '');
      throw usage(`--journal-personal can't be combined with \`${name}\`: ${unrecorded}`, 'Omit --journal-personal.');
    }
    return historyOf({ ...session.context, command: title }, scope === 'personal' && unrecorded === undefined);
  }

  /** What the guard needs to know about a command. Rejects where its effect is not allowed. */
  async function admission(command: AnyCommand, input: Record<string, unknown>): Promise<GuardOptions> {
    const { calls: declared = [] } = command;
    const calls = typeof declared === 'function' ? await declared(session.context, input) : declared;
    const what = dependsOnInput(command) ? calls.map(({ route }) => route).join(', ') : `\`${title}\``;
    const { checkTeam } = session;
    const rules = command.ownConnection ? session.rulesOfRun : session.rules;
    const { allowed } = calls.length > 0 && !command.examinesConfiguration ? await rules() : { allowed: [] };
    if (command.effectsDependOnPlan) refuseAllEffects(calls, what, allowed);
    else refuseEffect(effectOf({ calls }), what, allowed);
    const record = flags.curl ? 'all' : dryRun ? 'changes' : undefined;
    return { calls, rules, checkTeam, record, history: historyFor(command, calls) };
  }
}

/** Prints results as planned: in the browser, through a pager, or to stdout. */
async function printerFor(plan: Plan, flags: GlobalFlags, { runtime, reporter, style }: World) {
  const { view } = plan;
  const { stdout } = runtime;
  const paintColor = await createPaint(stdout.isTerminal, runtime.env, !flags.color);
  const surface = createSurface(stdout, style, runtime.now(), paintColor);
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
  return (result: Result, names: ShownNames) =>
    render(result, plan, out, surface, { note: reporter.note, names: names.known });
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
