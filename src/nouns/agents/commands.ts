/** `commands`: every command with its flags, effects and errors, printed from the code. */
import * as z from 'zod';
import { globalFields } from '../../cli/global-flags.ts';
import { ERRORS } from '../../cli/topics.ts';
import { command } from '../../define/command.ts';
import { EFFECTS } from '../../define/effect.ts';
import { aliasesOf, type Entry, isNoun } from '../../define/tree.ts';
import type { Display } from '../../define/view.ts';
import { EXIT_CODES, usage } from '../../errors.ts';
import { wrapText } from '../../text/wrap.ts';
import type { ToolContext } from '../tool-context.ts';
import { CommandDescription, describeFlag, describeTree, FlagDescription } from './describe.ts';

const Noun = z.object({ name: z.string(), aliases: z.array(z.string()), summary: z.string() });

const Commands = z.object({
  version: z.string().describe('version of loopsctl'),
  nouns: z.array(Noun),
  commands: z.array(CommandDescription),
  globalFlags: z.array(FlagDescription).describe('flags of every command'),
  effects: z.record(z.string(), z.string()),
  errors: z.array(z.object({ code: z.string(), exitCode: z.number(), meaning: z.string() })),
  exitCodes: z.record(z.string(), z.string()).describe('results that are not errors; errors have their own'),
});
type Commands = z.infer<typeof Commands>;

/** The nouns above and below, so that `contacts suppression` is listed too. */
const nounsIn = (entries: readonly Entry[], above = ''): readonly z.infer<typeof Noun>[] =>
  entries.filter(isNoun).flatMap((noun) => {
    const name = `${above}${noun.name}`;
    return [{ name, aliases: [...aliasesOf(noun)], summary: noun.summary }, ...nounsIn(noun.verbs, `${name} `)];
  });

/** The entries that a word names; all of them without one. Throws a `usage` failure for an unknown word. */
function chosen(tree: readonly Entry[], noun: string | undefined): readonly Entry[] {
  const found = tree.filter((entry) => noun === undefined || [entry.name, ...aliasesOf(entry)].includes(noun));
  if (found.length > 0) return found;
  throw usage(`Unknown noun ${JSON.stringify(noun)}.`, `Available: ${tree.map(({ name }) => name).join(', ')}.`);
}

const NARROWEST_SUMMARY = 20;

/** One line per command: its words, effect and summary. */
function draw(value: unknown, { style, width, widthOf }: Display): string {
  const { commands } = value as Commands;
  const words = Math.max(...commands.map(({ command }) => command.length)) + 2;
  const effects = Math.max(...commands.map(({ effect }) => effect.length)) + 2;
  const room = width === undefined ? Number.POSITIVE_INFINITY : Math.max(NARROWEST_SUMMARY, width - words - effects);
  return commands
    .map(({ command, effect, summary, sameAs }, index) => {
      const text = sameAs === undefined ? summary : `Same as ${sameAs}`;
      const [first = '', ...more] = Number.isFinite(room) ? wrapText(text, room, widthOf) : [text];
      const [noun] = command.split(' ');
      const isNext = index > 0 && commands[index - 1]?.command.split(' ')[0] !== noun && command.includes(' ');
      const below = more.map((line) => ' '.repeat(words + effects) + line);
      const line = `${style.bold(command.padEnd(words))}${style.dim(effect.padEnd(effects))}${first}`;
      return [...(isNext ? [''] : []), line, ...below].join('\n');
    })
    .join('\n');
}

export const commandsCommand = command({
  notes:
    'The JSON has the arguments and flags of each command with their types, choices and defaults, its examples, its effect, the requests that it may send, and the error codes with their exit codes. `loopsctl schema <command>` prints the JSON Schema of the result.',
  input: z.object({ noun: z.string().optional().describe('only the commands of this noun') }),
  positionals: ['noun'],
  output: Commands,
  examples: [
    { does: 'Every command and its effect', line: 'commands' },
    { does: 'Everything about the commands of a noun, for a program', line: 'commands themes --json' },
  ],
  run: async ({ tree }: ToolContext, { noun }): Promise<Commands> => {
    const entries = chosen(tree, noun);
    const commands = await describeTree(entries);
    return {
      version: LOOPSCTL_VERSION,
      nouns: [...nounsIn(entries)],
      commands,
      globalFlags: globalFields.map((field) => describeFlag(field)),
      effects: { ...EFFECTS },
      errors: Object.entries(EXIT_CODES).map(([code, exitCode]) => ({
        code,
        exitCode,
        meaning: ERRORS[code as keyof typeof EXIT_CODES],
      })),
      exitCodes: { '0': 'done', '9': 'a check ran and failed' },
    };
  },
  view: { kind: 'drawing', draw },
});
