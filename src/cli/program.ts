/** Turns argv into a command and its input, or into help. The only file that drives commander. */
import { CommanderError, type Command as Node, Option, Command as Program } from 'commander';
import type { AnyCommand } from '../define/command.ts';
import { dependsOnInput, EFFECTS, effectOf, isReading } from '../define/effect.ts';
import { type Field, flagOf } from '../define/field.ts';
import { fieldsOf, topFields } from '../define/schema.ts';
import { aliasesOf, type Entry, isNoun, type Verb } from '../define/tree.ts';
import { type Failure, usage } from '../errors.ts';
import { PICK } from '../lookup/match.ts';
import { type CommandFlags, commandFields, type GlobalFlags, globalFields, readGlobalFlags } from './global-flags.ts';
import { formatTopic, type HelpExtras, type HelpSource, helpConfiguration, namesOf, PROGRAM } from './help.ts';
import { readInput } from './input.ts';
import { mistakeOf, seeHelp, unknownCommand, unknownTopic } from './mistakes.ts';
import { argumentOf, optionOf } from './options.ts';
import { TOPICS } from './topics.ts';

export type Parsed =
  /** Help was requested: print it. */
  | { readonly kind: 'help'; readonly text: string }
  /** A noun without a verb: its help, and the failure for readers of JSON. */
  | { readonly kind: 'incomplete'; readonly text: string; readonly failure: Failure }
  | ({
      readonly kind: 'command';
      readonly title: string;
      readonly command: AnyCommand;
      readonly input: Record<string, unknown>;
      readonly flags: GlobalFlags;
    } & CommandFlags);

type Chosen = Omit<Extract<Parsed, { kind: 'command' }>, 'kind' | 'flags'>;

export interface ParseOptions {
  readonly tree: readonly Entry[];
  readonly version: string;
  /** Columns for help; undefined outside a terminal. */
  readonly width: number | undefined;
  readonly bold: (text: string) => string;
  /** Whether a person at a terminal can be asked for a missing ID. Called only where it matters. */
  canAsk?(): boolean;
}

const DESCRIPTION = 'Administer a Loops account from the terminal (API version 1.22.1).';
const WIDTH_IN_PIPE = 100;
const HELP_FLAG = ['-h, --help', 'print help'] as const;

/** Rejects with a `usage` failure for an unknown command, or for values that do not fit. */
export async function parse(argv: readonly string[], options: ParseOptions): Promise<Parsed> {
  const asking = wordsAfterHelp(argv);
  const topic = asking && topicIn(asking, options);
  if (topic !== undefined) return { kind: 'help', text: topic };
  // `help themes list` means `themes list --help`.
  const words = asking ? [...asking, '--help'] : argv;
  const output = { help: '' };
  const extras = new Map<Node, HelpExtras>();
  const verbs = new Map<Node, Verb>();
  const source = { extrasOf: (node: Node) => extras.get(node), verbOf: (node: Node) => verbs.get(node) };
  const program = createProgram(options, source, output);
  const below = new Map<Node, () => void>();
  const pending = new Map<Node, () => Promise<void>>();
  let chosen: Chosen | undefined;

  // A run that names an entry needs no other; the rest is for main help and suggestions.
  const asked = options.tree.find((entry) => [entry.name, ...aliasesOf(entry)].includes(words[0] ?? ''));
  addEntries(program, asked ? [asked] : options.tree, undefined);
  completeBelow(program);

  function addEntries(parent: Node, entries: readonly Entry[], inherited: true | undefined): void {
    for (const entry of entries) {
      const local = entry.local ?? inherited;
      const node = parent.command(entry.name).description(entry.summary).helpCommand(false);
      node.aliases(aliasesOf(entry)).helpOption(...HELP_FLAG);
      if (isNoun(entry)) below.set(node, () => addEntries(node, entry.verbs, local));
      else {
        verbs.set(node, entry);
        pending.set(node, () => addFlags(node, entry, local));
      }
    }
  }

  const expand = (node: Node): void => (node.commands.length === 0 ? below.get(node)?.() : undefined);

  /** Adds what is below a noun, or the flags of a command, when its words are read. */
  function completeBelow(parent: Node): void {
    parent.hook('preSubcommand', async (_, node) => {
      expand(node);
      await pending.get(node)?.();
      completeBelow(node);
    });
  }

  /** The flags come from the schema, which is loaded only for the command that was typed. */
  async function addFlags(node: Node, verb: Verb, local: true | undefined): Promise<void> {
    const command = await verb.load();
    extras.set(node, extrasOf(command, verb, local));
    const choose = (next: Chosen): void => {
      chosen = next;
    };
    configure(node, command, () => options.canAsk?.() === true, choose);
  }

  if (words.length === 0) return { kind: 'help', text: program.helpInformation() };
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const node = nodeAt(program, words, expand);
    if (error.exitCode === 0) {
      refuseUnknownWord(words, program, options.tree);
      return { kind: 'help', text: output.help };
    }
    const failure = mistakeOf(error, node, words, options.tree);
    return error.code === 'commander.help'
      ? { kind: 'incomplete', text: node.helpInformation(), failure }
      : raise(failure);
  }
  if (chosen === undefined) throw usage('No command was given.', seeHelp(program));
  return { kind: 'command', ...chosen, flags: readGlobalFlags(program.opts()) };
}

/** `help` with only flags that take no value before it: the other words. Undefined for any other command line. */
function wordsAfterHelp(argv: readonly string[]): readonly string[] | undefined {
  const at = argv.findIndex((word) => !word.startsWith('-'));
  const before = argv.slice(0, Math.max(0, at));
  const flags = globalFields.filter(({ kind }) => kind === 'boolean').map(flagOf);
  if (argv[at] !== 'help' || !before.every((word) => flags.includes(word))) return undefined;
  return [...before, ...argv.slice(at + 1)];
}

/** The page of the topic that the words name; undefined when they name something else. */
function topicIn(words: readonly string[], { tree, width, bold }: ParseOptions): string | undefined {
  const [word, ...others] = words.filter((candidate) => !candidate.startsWith('-'));
  if (word === undefined || others.length > 0) return undefined;
  const topic = TOPICS.find(({ name }) => name === word);
  if (topic !== undefined) return formatTopic(topic, width ?? WIDTH_IN_PIPE, bold);
  if (tree.some((entry) => [entry.name, ...aliasesOf(entry)].includes(word))) return undefined;
  throw unknownTopic(word, tree);
}

function createProgram(options: ParseOptions, source: HelpSource, output: { help: string }): Node {
  const program = new Program(PROGRAM)
    .description(DESCRIPTION)
    .version(options.version, '-v, --version', 'print the version')
    .helpOption(...HELP_FLAG)
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        output.help += text;
      },
      writeErr: () => undefined,
      getOutHelpWidth: () => options.width ?? WIDTH_IN_PIPE,
      // `bold` decides on color; without this, commander would strip it.
      getOutHasColors: () => true,
    })
    .configureHelp(helpConfiguration(source, options.bold));
  for (const field of globalFields) program.addOption(optionOf(field));
  program.addOption(new Option('-V', 'print the version').hideHelp());
  program.on('option:V', () => {
    output.help += `${options.version}\n`;
    throw new CommanderError(0, 'commander.version', options.version);
  });
  return program;
}

function describeEffect(command: AnyCommand): string | undefined {
  if (command.calls === undefined) return undefined;
  if (command.effectsDependOnPlan) return `at most ${effectOf(command)}: only what the plan contains must be allowed`;
  return dependsOnInput(command) ? 'depends on the request' : `${effectOf(command)}: ${EFFECTS[effectOf(command)]}`;
}

const extrasOf = (command: AnyCommand, { sameAs, name }: Verb, local?: boolean): HelpExtras => ({
  notes: command.notes,
  effect: describeEffect(command),
  // The IDs of the examples are those of the sandbox.
  examples: command.examples.map(({ does, line }) => {
    const words = sameAs === undefined ? line : line.replace(sameAs, name);
    return { does, line: local ? words : `--sandbox ${words}` };
  }),
  formats: Object.entries(command.formats ?? {}).map(([name, { summary }]) => [`-o ${name}`, summary]),
  fields: topFields(command.output),
});

/** Whether a missing value is asked for: an ID with a list to choose from. */
const canPick = ({ refersTo, many }: Field, canAsk: () => boolean): boolean =>
  !many && refersTo?.list !== undefined && !refersTo.list.includes('<') && canAsk();

/** Adds a command's arguments and flags to its node, and calls `choose` when it is the one that was typed. */
function configure(node: Node, command: AnyCommand, canAsk: () => boolean, choose: (chosen: Chosen) => void): void {
  const fields = fieldsOf(command.input);
  const positionals = command.positionals ?? [];
  for (const name of positionals) {
    const field = fields.find((candidate) => candidate.name === name);
    if (field !== undefined)
      node.addArgument(argumentOf({ ...field, required: field.required && !canPick(field, canAsk) }));
  }
  for (const field of fields.filter(({ name }) => !positionals.includes(name))) node.addOption(optionOf(field));
  for (const field of commandFields(command)) node.addOption(optionOf(field));
  node.action(() => {
    const typed = node.opts();
    const given = Object.fromEntries(
      positionals.map((name, index) => {
        const field = fields.find((candidate) => candidate.name === name);
        const missing = field?.required && canPick(field, canAsk) ? PICK : undefined;
        return [name, node.processedArgs[index] ?? missing];
      }),
    );
    choose({
      title: namesOf(node).join(' '),
      command,
      input: readInput(command, fields, { ...typed, ...given }, seeHelp(node)),
      annotate: typed['annotate'],
      // A command may have a dry run of its own, which is then part of its input.
      dryRun: !isReading(effectOf(command)) && typed['dryRun'] === true,
      yes: typed['yes'] === true,
      ids: command.shows !== undefined && typed['ids'] === true,
    });
  });
}

/** Commander prints help as soon as `--help` is found, even after a word that is no command. */
function refuseUnknownWord(words: readonly string[], program: Node, tree: readonly Entry[]): void {
  let node = program;
  for (const word of words.slice(
    0,
    words.findIndex((candidate) => candidate.startsWith('-')),
  )) {
    if (node.commands.length === 0) return;
    const child = childNamed(node, word);
    if (child === undefined) throw unknownCommand(word, node, tree);
    node = child;
  }
}

const childNamed = (node: Node, word: string): Node | undefined =>
  node.commands.find((child) => child.name() === word || child.aliases().includes(word));

/** The deepest command that the words name. Commander does not get there if a flag before it is wrong. */
function nodeAt(program: Node, words: readonly string[], expand: (node: Node) => void): Node {
  let node = program;
  for (const word of words) {
    node = childNamed(node, word) ?? node;
    expand(node);
  }
  return node;
}

function raise(failure: Failure): never {
  throw failure;
}
