/** Commands as data: what help prints about each, for programs. */
import * as z from 'zod';
import { commandFields } from '../../cli/global-flags.ts';
import type { AnyCommand } from '../../define/command.ts';
import { dependsOnInput, EFFECT_NAMES, effectOf } from '../../define/effect.ts';
import { type Field, flagName, flagOf } from '../../define/field.ts';
import { ownFormats } from '../../define/format-name.ts';
import { fieldsOf, topFields } from '../../define/schema.ts';
import { aliasesOf, commandsOf, type Entry, type Named } from '../../define/tree.ts';

export const FlagDescription = z.object({
  name: z.string().describe('as it is typed; an argument has no dashes'),
  short: z.string().optional(),
  type: z.enum(['text', 'number', 'boolean']),
  placeholder: z.string().optional().describe('what help shows for the value'),
  choices: z.array(z.string()).optional(),
  default: z.unknown().optional(),
  required: z.boolean(),
  repeatable: z.boolean(),
  description: z.string(),
  refersTo: z.string().optional().describe('the type of record whose ID or name it is'),
});
export type FlagDescription = z.infer<typeof FlagDescription>;

export const CommandDescription = z.object({
  command: z.string().describe('the words after loopsctl'),
  summary: z.string(),
  aliases: z.array(z.string()).describe('other names of the last word'),
  sameAs: z.string().optional().describe('the command that this one is another name of'),
  effect: z.enum([...EFFECT_NAMES, 'none', 'depends']).describe('none: no request; depends: the input decides'),
  confirmation: z.string().optional().describe('the flag that confirms without a question'),
  operations: z.array(z.string()).describe('the requests that it may send'),
  requests: z.string().optional().describe('how many requests it sends, where that is known'),
  arguments: z.array(FlagDescription),
  flags: z.array(FlagDescription),
  formats: z.array(z.string()).describe('values of -o that only some commands have'),
  fields: z.array(z.string()).describe('top-level fields of its JSON'),
  examples: z.array(z.object({ does: z.string(), line: z.string().describe('without loopsctl') })),
  notes: z.string().optional(),
});
export type CommandDescription = z.infer<typeof CommandDescription>;

export function describeFlag(field: Field, name = flagOf(field)): FlagDescription {
  const { short, kind, choices, defaultValue, required, many, description, placeholder, refersTo } = field;
  return {
    name,
    ...(short === undefined ? {} : { short: `-${short}` }),
    type: kind,
    ...(kind === 'boolean' ? {} : { placeholder }),
    ...(choices === undefined ? {} : { choices: [...choices] }),
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
    required,
    repeatable: many,
    description,
    ...(refersTo === undefined ? {} : { refersTo: refersTo.name }),
  };
}

const effectName = (command: AnyCommand): CommandDescription['effect'] => {
  if (command.calls === undefined) return 'none';
  return dependsOnInput(command) ? 'depends' : effectOf(command);
};

const requestsOf = ({ calls, requests }: AnyCommand): string | undefined => (calls === undefined ? '0' : requests);

function describeCommand({ words, verb }: Pick<Named, 'words' | 'verb'>, command: AnyCommand) {
  const fields = fieldsOf(command.input);
  const positionals = (command.positionals ?? []).flatMap((name) => fields.find((field) => field.name === name) ?? []);
  const others = fields.filter((field) => !positionals.includes(field));
  const requests = requestsOf(command);
  const { calls = [], question, confirmedBy, notes, examples } = command;
  const confirmation = question && (fields.find(({ name }) => name === confirmedBy)?.name ?? 'yes');
  return {
    command: words.join(' '),
    summary: verb.summary,
    aliases: [...aliasesOf(verb)],
    ...(verb.sameAs === undefined ? {} : { sameAs: verb.sameAs }),
    effect: effectName(command),
    ...(confirmation === undefined ? {} : { confirmation: `--${flagName(confirmation)}` }),
    operations: typeof calls === 'function' ? [] : calls.map(({ route }) => route),
    ...(requests === undefined ? {} : { requests }),
    arguments: positionals.map((field) => describeFlag(field, field.placeholder)),
    flags: [...others, ...commandFields(command)].map((field) => describeFlag(field)),
    formats: [...ownFormats(command)],
    fields: [...topFields(command.output)],
    examples: examples.map(({ does, line }) => ({ does, line })),
    ...(notes === undefined ? {} : { notes }),
  } satisfies CommandDescription;
}

/** Every command below the entries, in the order of help. Loads all of them. */
export const describeTree = (entries: readonly Entry[]): Promise<CommandDescription[]> =>
  Promise.all(commandsOf(entries).map(async (named) => describeCommand(named, await named.verb.load())));
