/** From words to a command and its input: the only file that drives commander. */
import { CommanderError, type Command as Node, Command as Program } from 'commander';
import type { AnyCommand, Noun } from '../define/command.ts';
import type { Field } from '../define/field.ts';
import type { AnnotationTarget } from '../define/report.ts';
import { type Failure, usage } from '../errors.ts';
import { annotateField, type GlobalFlags, globalFields, readGlobalFlags } from './global-flags.ts';
import { type HelpExtras, helpConfiguration, namesOf, PROGRAM } from './help.ts';
import { argumentOf, optionOf } from './options.ts';

export type Parsed =
  /** Help was asked for: print this. */
  | { readonly kind: 'help'; readonly text: string }
  /** A command was named, and its input fits. */
  | {
      readonly kind: 'command';
      /** The words that name it, `loopsctl themes list`. */
      readonly title: string;
      readonly command: AnyCommand;
      readonly input: Record<string, unknown>;
      readonly flags: GlobalFlags;
      readonly annotate: AnnotationTarget | undefined;
    };

export interface ParseOptions {
  readonly nouns: readonly Noun[];
  readonly version: string;
  /** Columns for help; undefined outside a terminal. */
  readonly width: number | undefined;
  readonly bold: (text: string) => string;
}

/** Second names of verbs, the same for every noun. */
const VERB_ALIASES: Readonly<Record<string, string>> = { list: 'ls', show: 'get' };

const DESCRIPTION = `Administer a Loops account from the terminal.

Try it without an account: ${PROGRAM} --sandbox themes list`;

/** Rejects with a `usage` failure for words that make no command, or whose values do not fit. */
export async function parse(argv: readonly string[], options: ParseOptions): Promise<Parsed> {
  // `help themes list` is another spelling of `themes list --help`, and must load the noun in the same way.
  const words = argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv;
  let help = '';
  let chosen: Pick<Extract<Parsed, { kind: 'command' }>, 'title' | 'command' | 'input' | 'annotate'> | undefined;
  const extras = new Map<Node, HelpExtras>();
  const program = new Program(PROGRAM);
  const pending = new Map<Node, () => Promise<void>>();

  program
    .description(DESCRIPTION)
    .version(options.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        help += text;
      },
      writeErr: () => undefined,
      getOutHelpWidth: () => options.width ?? 100,
      // Colour is decided by the runtime and applied by `bold`; commander must not take it away again.
      getOutHasColors: () => true,
    })
    .configureHelp(helpConfiguration((node) => extras.get(node), options.bold));
  for (const field of globalFields) program.addOption(optionOf(field));

  // Who names a noun needs no other; the rest is for help, and for guessing what was meant.
  const asked = options.nouns.find(({ name, aliases }) => name === words[0] || aliases?.includes(words[0] ?? ''));
  for (const noun of asked ? [asked] : options.nouns) {
    const node = program
      .command(noun.name)
      .description(noun.summary)
      .aliases(noun.aliases ?? [])
      .helpOption('-h, --help', 'print this help')
      .helpCommand(false);
    pending.set(node, async () => {
      for (const command of await noun.load()) {
        if (command.name === '') await addCommand(node, command);
        else addVerb(node, command);
      }
    });
  }
  program.hook('preSubcommand', loadNode);

  async function loadNode(_: Node, node: Node): Promise<void> {
    const load = pending.get(node);
    pending.delete(node);
    await load?.();
    node.hook('preSubcommand', loadNode);
  }

  /** Only its name: what it takes is read from its schema when it is the one that was typed. */
  function addVerb(noun: Node, command: AnyCommand): void {
    const node = nodeFor(noun, command);
    pending.set(node, () => addCommand(node, command));
  }

  async function addCommand(node: Node, command: AnyCommand): Promise<void> {
    const { fieldsOf, topFields } = await import('../define/schema.ts');
    const fields = fieldsOf(command.input);
    const positionals = command.positionals ?? [];
    node.helpOption('-h, --help', 'print this help');
    for (const name of positionals) {
      const field = fields.find((candidate) => candidate.name === name);
      if (field !== undefined) node.addArgument(argumentOf(field));
    }
    const flags = fields.filter((field) => !positionals.includes(field.name));
    for (const field of flags) node.addOption(optionOf(field));
    if (command.report !== undefined) node.addOption(optionOf(annotateField));
    const schema = typeof command.output === 'function' ? command.output({}) : command.output;
    extras.set(node, { notes: command.notes, examples: command.examples, fields: topFields(schema) });
    node.action(() => {
      refuseFlagsAbove(node);
      const given = Object.fromEntries(positionals.map((name, index) => [name, node.processedArgs[index]]));
      const typed = node.opts();
      chosen = {
        title: namesOf(node).join(' '),
        command,
        input: readInput(command, fields, { ...typed, ...given }, seeHelpOf(node)),
        annotate: command.report === undefined ? undefined : typed['annotate'],
      };
    });
  }

  if (words.length === 0) return { kind: 'help', text: program.helpInformation() };
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'help', text: helpFor(words, program, help) };
    throw usageFailure(error, nodeAt(program, words));
  }
  if (chosen === undefined) throw usage('No command was given.', SEE_HELP);
  return { kind: 'command', ...chosen, flags: readGlobalFlags(program.opts()) };
}

/** Commander gives help as soon as it is asked for; a word before that which names nothing must not go unsaid. */
function helpFor(words: readonly string[], program: Node, help: string): string {
  let node = program;
  for (const word of words.slice(
    0,
    words.findIndex((candidate) => candidate.startsWith('-')),
  )) {
    if (node.commands.length === 0) break;
    const child = childNamed(node, word);
    // A command that takes words of its own may have others below it.
    if (child === undefined && node.registeredArguments.length > 0) break;
    if (child === undefined) throw usage(`Unknown command '${word}'.`, seeHelpOf(node));
    node = child;
  }
  return help;
}

/** The node of a verb: below its noun, or for two words (`metrics history`) below the verb that is the first of them. */
function nodeFor(noun: Node, { name, summary }: AnyCommand): Node {
  const words = name.split(' ');
  const verb = words.pop() ?? '';
  const above = words.reduce((node, word) => childNamed(node, word) ?? node.command(word), noun);
  // Flags behind the second word are its own, whatever the first one has.
  if (above !== noun) above.enablePositionalOptions().helpCommand(false);
  const node = above.command(verb).description(summary);
  const alias = VERB_ALIASES[verb];
  return alias === undefined ? node : node.alias(alias);
}

/** Throws a `usage` failure for a flag of `metrics` that stands before the `history` of `metrics history`. */
function refuseFlagsAbove(node: Node): void {
  const above = node.parent;
  // The flags of the program are everybody's.
  if (!above?.parent) return;
  const stray = above.options.find((option) => above.getOptionValueSource(option.attributeName()) === 'cli');
  if (stray !== undefined) throw usage(`${stray.long} is no flag of ${namesOf(node).join(' ')}.`, seeHelpOf(node));
}

const childNamed = (node: Node, word: string): Node | undefined =>
  node.commands.find((child) => child.name() === word || child.aliases().includes(word));

const SEE_HELP = `See \`${PROGRAM} --help\`.`;

/** Throws a `usage` failure that names the flag or argument of the first value that does not fit. */
function readInput(
  command: AnyCommand,
  fields: readonly Field[],
  raw: Record<string, unknown>,
  seeHelp: string,
): Record<string, unknown> {
  const parsed = command.input.safeParse(raw);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = fields.find((candidate) => candidate.name === issue?.path[0]);
  if (issue === undefined || field === undefined)
    throw usage(sentence(issue?.message ?? 'The input does not fit'), seeHelp);
  const positional = command.positionals?.includes(field.name) ?? false;
  const spelled = positional ? `<${field.placeholder}>` : `--${optionOf(field).name()}`;
  if (raw[field.name] === undefined)
    throw usage(`${spelled} is required${field.description ? `: ${field.description}` : ''}.`, seeHelp);
  throw usage(`${spelled} ${problem(issue as unknown as Record<string, unknown>)}.`, seeHelp);
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** A schema's complaint as the end of a sentence that begins with the flag. */
function problem(issue: Readonly<Record<string, unknown>>): string {
  const text = issue['origin'] === 'string';
  if (issue['code'] === 'too_small') {
    return text
      ? 'must not be empty'
      : `must be ${issue['inclusive'] === false ? 'more than' : 'at least'} ${String(issue['minimum'])}`;
  }
  if (issue['code'] === 'too_big')
    return `must be at most ${String(issue['maximum'])}${text ? ' characters long' : ''}`;
  if (issue['code'] === 'invalid_type' && issue['expected'] === 'int') return 'must be a whole number';
  return `is not right: ${String(issue['message'])}`;
}

/** Commander's complaint as ours: what is wrong in the message, what was probably meant in the hint. */
function usageFailure(error: CommanderError, node: Node): Failure {
  const seeHelp = seeHelpOf(node);
  if (error.code === 'commander.help') {
    const verbs = node.commands.map((child) => child.name()).join(', ');
    return usage(`${namesOf(node).join(' ')} needs one of these words: ${verbs}.`, seeHelp);
  }
  const [message = '', suggestion] = error.message
    .replace(/^error: /, '')
    // In the words that it has for flags.
    .replace(/^command-argument value '(.*)' is invalid for argument '(\w+)'\./s, "argument <$2> '$1' is invalid.")
    .split('\n');
  return usage(sentence(message.replace(/\.$/, '')), suggestion?.replace(/^\(|\)$/g, '') ?? seeHelp);
}

const seeHelpOf = (node: Node): string => `See \`${namesOf(node).join(' ')} --help\`.`;

/** The deepest noun or verb that the words name. */
function nodeAt(program: Node, argv: readonly string[]): Node {
  let node = program;
  for (const word of argv) {
    node = childNamed(node, word) ?? node;
  }
  // A noun whose verbs were not even loaded: the mistake is in a flag that every command has.
  return node.parent === program && node.commands.length === 0 ? program : node;
}
