/** Where a workflow comes from that a person names: the service, or a file in which it was saved. */
import type { Context } from '../../define/command.ts';
import { isRecord } from '../../define/json.ts';
import { usage } from '../../errors.ts';
import { parseJsonBytes } from '../../runtime/parse-json.ts';
import { getFullWorkflow } from './full.ts';
import { readGraph } from './graph.ts';
import { getWorkflow } from './operations.ts';

/** IDs are letters and digits, so what has a dot or a slash in it can only be a file; `-` is standard input. */
export const isFileName = (name: string): boolean => name === '-' || /[./\\]/.test(name);

/** The sentence for help. */
export const FILES_AND_IDS =
  'What has a dot or a slash in it is a file that `workflow show --json` has written, `-` is standard input, anything else is an ID.';

/** Standard input has one content. Throws a `usage` failure where it is named more than once. */
export function refuseRepeatedInput(names: readonly string[]): void {
  if (names.filter((name) => name === '-').length > 1) {
    throw usage('Standard input can be read only once.', 'Give `-` once, and the other workflow as a file or an ID.');
  }
}

/** Whether the nodes have all that the service tells: only the full view names the workflow in each node. */
export const isFull = (workflow: unknown): boolean =>
  [...readGraph(workflow).nodes.values()].every(({ fields }) => typeof fields['workflowId'] === 'string');

/** Rejects with a `usage` failure that names the file when it holds no workflow. */
export async function readSavedWorkflow(context: Context, path: string): Promise<unknown> {
  const shown = path === '-' ? 'Standard input' : path;
  const hint = 'Save one with `loopsctl workflow show <id> --json`.';
  const bytes = await context.files.read(path);
  const value = parseJsonBytes(bytes, shown, hint);
  if (!isRecord(value) || !isRecord(value['nodes'])) throw usage(`${shown} holds no workflow.`, hint);
  return value;
}

/** A workflow by its file name or ID; with `full`, one of the service comes with all that its nodes say. */
export const openWorkflow = (context: Context, name: string, full: boolean): Promise<unknown> =>
  isFileName(name)
    ? readSavedWorkflow(context, name)
    : full
      ? getFullWorkflow(context, name)
      : context.call(getWorkflow, { id: name });
