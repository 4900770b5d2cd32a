/** `schema`: the JSON Schema of a command's JSON, the contract of an operation, or the language of emails. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import type { Method, Operation } from '../../define/operation.ts';
import { PlannedRequest } from '../../define/planned.ts';
import { matchesRoute } from '../../define/route.ts';
import { type Entry, findCommand } from '../../define/tree.ts';
import { usage } from '../../errors.ts';
import { describeLanguage } from '../../lmx/describe.ts';
import { nearestRoute, operations } from '../operations.ts';
import type { ToolContext } from '../tool-context.ts';

type Json = Record<string, unknown>;

/**
 * `input` describes what a schema accepts: commands print the API's values unchanged, with fields that no schema has. What
 * JSON Schema cannot express is left open.
 */
export const jsonSchema = (schema: z.ZodType): Json =>
  ({ ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) }) as Json;

const METHODS = /^(GET|POST|PUT|DELETE) +(\S+)$/i;

function operationOf(text: string): Operation | undefined {
  const [, method = '', path = ''] = METHODS.exec(text) ?? [];
  if (method === '') return undefined;
  const upper = method.toUpperCase() as Method;
  const full = path.startsWith('/v1/') ? path : `/v1/${path.replace(/^\//, '')}`;
  const found =
    operations.find(({ route }) => route === `${upper} ${full}`) ??
    operations.find(({ route }) => matchesRoute(route, upper, full));
  if (found !== undefined) return found;
  const nearest = nearestRoute(upper, full);
  throw usage(
    `Unknown operation ${upper} ${full}.`,
    nearest === undefined ? '`loopsctl commands --json` lists the operations.' : `The nearest known one is ${nearest}.`,
  );
}

const contractOf = ({ route, summary, effect, asks, repeatable, input, output }: Operation): Json => ({
  operation: route,
  summary,
  effect,
  confirmation: asks,
  repeatable,
  input: jsonSchema(input),
  output: jsonSchema(output),
});

async function commandSchema(tree: readonly Entry[], words: readonly string[], dryRun: boolean): Promise<Json> {
  const named = findCommand(tree, words);
  if (named === undefined) {
    throw usage(
      `Unknown command ${JSON.stringify(words.join(' '))}.`,
      'Pass a command such as `themes list`, an operation such as "GET /v1/themes", or lmx. `loopsctl commands` lists the commands.',
    );
  }
  const { output, rawPage } = await named.verb.load();
  if (dryRun) return { title: `loopsctl ${named.words.join(' ')} --dry-run`, ...jsonSchema(z.array(PlannedRequest)) };
  const raw = rawPage === undefined ? {} : { $comment: 'with --raw-page, one page: { data, pagination }' };
  return { title: `loopsctl ${named.words.join(' ')}`, ...raw, ...jsonSchema(output) };
}

export const schemaCommand = command({
  notes:
    'A schema describes the result with --json and without --fields. The API may add fields, so other fields are allowed. `loopsctl schema lmx` prints the tags, attributes and rules of emails from the same data as `messages check`; docs/lmx.md has them as text.',
  input: z.object({
    what: z.array(z.string()).min(1).describe('a command (themes list), an operation ("GET /v1/themes"), or lmx'),
    plan: z.boolean().default(false).describe('the schema of what --dry-run prints'),
  }),
  positionals: ['what'],
  output: z.record(z.string(), z.unknown()),
  examples: [
    { does: 'The JSON of a command', line: 'schema themes list' },
    { does: 'Input, output and effect of an operation', line: 'schema "GET /v1/themes/{id}"' },
    { does: 'Tags and attributes of emails', line: 'schema lmx' },
  ],
  run: async ({ tree }: ToolContext, { what, plan }): Promise<Json> => {
    const words = what.flatMap((word) => word.split(' ')).filter((word) => word !== '');
    if (words[0] === 'loopsctl') words.shift();
    const operation = operationOf(words.join(' '));
    if (words.join() !== 'lmx' && operation === undefined) return commandSchema(tree, words, plan);
    if (plan) throw usage('--plan needs a command.', 'Omit --plan.');
    return operation === undefined ? { ...describeLanguage() } : contractOf(operation);
  },
  view: { kind: 'document' },
});
