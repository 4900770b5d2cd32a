/** Prints notes, warnings and the final error on stderr. */
import type { Style } from '../define/view.ts';
import type { Failure } from '../errors.ts';
import type { Output } from '../runtime/runtime.ts';
import { escapeControls, escapeJson } from '../text/escape.ts';
import { createRedaction, hidePeople } from '../text/redaction.ts';
import { measureFor } from '../text/width.ts';
import { wrapText } from '../text/wrap.ts';
import { createLiveLine } from './live-line.ts';

export interface Reporter {
  note(message: string): void;
  warn(message: string): void;
  debug(message: string): void;
  /** A line for a program that reads stderr, printed as it is. */
  annotate(line: string): void;
  error(failure: Failure): void;
  readonly live: boolean;
  /** Draws a progress bar at a terminal; `remainingMs` is the least time that is left. */
  progress(done: number, total: number, remainingMs?: number, perSecond?: number): void;
  /** Draws what the run is waiting for, after the progress bar if there is one; undefined removes it. */
  status(text: string | undefined): void;
  clearProgress(): Promise<void>;
  /** From now on, output on stderr shows `****` instead of this text. */
  redact(secret: string): void;
  /** Resolves when everything was written or cannot be written any more. */
  flush(): Promise<void>;
}

export interface ReporterSettings {
  readonly quiet: boolean;
  readonly debug: boolean;
  readonly json: boolean;
  /** Debug output names people: their email addresses and user IDs. */
  readonly showPeople?: boolean;
}

export function createReporter(stderr: Output, style: Style, settings: ReporterSettings): Reporter {
  const { quiet, debug, json, showPeople = false } = settings;
  let written = Promise.resolve();
  const redaction = createRedaction();
  const live = stderr.isTerminal && !quiet && !json;
  const write = (text: string | Promise<string>): void => {
    // When stderr is closed or full, there is nowhere left to report it; the exit code stays.
    written = written.then(async () => stderr.write(await text)).catch(() => undefined);
  };
  const line = createLiveLine(write, style, () => stderr.columns || 80);
  const print = (text: string): void => {
    line.erase();
    write(`${redaction.apply(text)}\n`);
  };
  const printJson = (value: unknown): void => print(escapeJson(JSON.stringify(value)));
  const printLabeled = (label: Label, message: string): void => {
    line.erase();
    write(drawLabeled(label, redaction.apply(escapeControls(message)), stderr.columns));
  };
  const labels = {
    error: { text: 'error:', paint: style.red, paintMessage: unpainted },
    hint: { text: 'hint:', paint: style.dim, paintMessage: style.dim },
    warning: { text: 'warning:', paint: style.yellow, paintMessage: unpainted },
  };
  return {
    live,
    progress: (done, total, remainingMs = 0, perSecond) => {
      if (stderr.isTerminal && !quiet) line.progress(done, total, remainingMs, perSecond);
    },
    status: (text) => {
      if (live) line.status(text === undefined ? undefined : redaction.apply(escapeControls(text)));
    },
    clearProgress: () => {
      line.clear();
      return written;
    },
    note: (message) => {
      if (!quiet) print(style.dim(escapeControls(message)));
    },
    warn: (message) => (json ? printJson({ warning: { message } }) : printLabeled(labels.warning, message)),
    debug: (message) => {
      if (debug) print(style.dim(escapeControls(showPeople ? message : hidePeople(message))));
    },
    annotate: print,
    redact: redaction.add,
    error: (failure) => {
      const { code, message, hint, status, request, details } = failure;
      if (json) printJson({ error: { code, message, hint, status, request, details: jsonOrNothing(details) } });
      else {
        printLabeled(labels.error, message);
        if (hint !== undefined) printLabeled(labels.hint, hint);
      }
      if (debug && failure.cause instanceof Error) {
        const stack = stackOf(failure.cause);
        print(style.dim(showPeople ? stack : hidePeople(stack)));
      }
    },
    flush: () => written,
  };
}

/** The API chose these values, and JSON cannot be made of one that is nested too deeply. */
function jsonOrNothing<Value>(value: Value): Value | undefined {
  try {
    JSON.stringify(value);
    return value;
  } catch {
    return undefined;
  }
}

interface Label {
  readonly text: string;
  readonly paint: (text: string) => string;
  readonly paintMessage: (text: string) => string;
}

const unpainted = (text: string): string => text;

/** At a terminal, the message is broken between words, and its other lines are indented by the width of the label. */
async function drawLabeled({ text, paint, paintMessage }: Label, message: string, columns?: number): Promise<string> {
  const indent = text.length + 1;
  const lines = !columns
    ? [message]
    : wrapText(message, Math.max(columns - indent, NARROWEST), await measureFor(message), { keepWords: true });
  return `${paint(text)} ${lines.map((line) => paintMessage(line)).join(`\n${' '.repeat(indent)}`)}\n`;
}

const NARROWEST = 20;

const DEEPEST_CAUSE = 10;

/** The stack of the first cause, which is where a bug is. Causes may form a cycle, and a stack may be any value. */
function stackOf(error: Error): string {
  let origin = error;
  for (let depth = 0; depth < DEEPEST_CAUSE && origin.cause instanceof Error; depth++) origin = origin.cause;
  return String(origin.stack ?? origin.message)
    .split('\n')
    .map(escapeControls)
    .join('\n');
}
