/** The layout of help: usage and examples first, then arguments and flags, then explanations. */
import { Help, type HelpConfiguration, type Command as Node, type Option } from 'commander';
import type { Example } from '../define/example.ts';
import type { Verb } from '../define/tree.ts';
import { COMMON_FLAGS } from './global-flags.ts';
import { layoutOf, type Row } from './layout.ts';
import { TOPICS, type Topic } from './topics.ts';

/** What commander does not know about a command. */
export interface HelpExtras {
  readonly notes?: string | undefined;
  /** `change: changes live configuration`; undefined for commands that call no API. */
  readonly effect?: string | undefined;
  readonly examples: readonly Example[];
  /** The formats of its own, `lmx`. */
  readonly formats: readonly Row[];
  /** The top-level fields of its JSON. */
  readonly fields: readonly string[];
}

export const PROGRAM = 'loopsctl';

const START: readonly Example[] = [
  { does: 'Try it without an account', line: '--sandbox workflow list' },
  { does: 'Use your account', line: 'auth login' },
];

/** What is known of each node of the commander tree. */
export interface HelpSource {
  /** Undefined for nouns and the program. */
  extrasOf(node: Node): HelpExtras | undefined;
  /** Undefined for nouns and the program. */
  verbOf(node: Node): Pick<Verb, 'sameAs' | 'listedAs'> | undefined;
}

export function helpConfiguration({ extrasOf, verbOf }: HelpSource, bold: (text: string) => string): HelpConfiguration {
  return {
    formatHelp(node, helper) {
      const { section, prose, rows } = layoutOf(helper, bold);
      const extras = extrasOf(node);
      const blocks =
        node.parent === null
          ? [
              ...section('Examples', formatExamples(START)),
              ...section(
                'Commands',
                `${rows(commandRows(node, helper, verbOf))}\n${prose(sameLine(node, helper, verbOf))}`,
              ),
              ...section('Flags', rows(optionRows(node, helper, isCommon))),
              ...section(`Help topics (${PROGRAM} help <topic>)`, prose(topicsLine)),
            ]
          : [
              ...section('Examples', formatExamples(extras?.examples ?? [])),
              ...section('Commands', rows(commandRows(node, helper, verbOf))),
              ...section('Arguments', rows(argumentRows(node, helper))),
              ...section('Flags', rows(flagRows(node, helper, extras?.formats))),
              ...section('Details', prose(extras?.notes ?? '')),
              ...section('JSON fields', prose((extras?.fields ?? []).join(', '))),
              ...section('Global flags', prose(GLOBAL_LINE)),
            ];
      const aliases = node.aliases().length === 0 ? [] : [`  Aliases: ${node.aliases().join(', ')}`];
      const { sameAs } = verbOf(node) ?? {};
      const same = sameAs === undefined ? [] : [`  Same as: ${PROGRAM} ${sameAs}`];
      const effect = extras?.effect === undefined ? [] : [`  Effect: ${extras.effect}`];
      const usage = [`  ${usageOf(node)}`, ...aliases, ...same, ...effect].join('\n');
      const summary = helper.boxWrap(helper.commandDescription(node), helper.helpWidth ?? 80);
      return `${[summary, ...section('Usage', usage), ...blocks].join('\n\n')}\n`;
    },
  };
}

/** `--version` and `--help` are no global fields. */
const isCommon = (option: Option): boolean =>
  COMMON_FLAGS.has(option.attributeName()) || ['version', 'help'].includes(option.attributeName());

const optionRows = (node: Node, helper: Help, isShown = (_: Option) => true): Row[] =>
  helper
    .visibleOptions(node)
    .filter(isShown)
    .map((option) => [helper.optionTerm(option), describeOption(option)]);

/** `--help` is the last one. */
const flagRows = (node: Node, helper: Help, formats: readonly Row[] = []): Row[] =>
  optionRows(node, helper).toSpliced(-1, 0, ...formats);

const argumentRows = (node: Node, helper: Help): Row[] =>
  helper
    .visibleArguments(node)
    .map((argument) => [helper.argumentTerm(argument), helper.argumentDescription(argument)]);

type VerbOf = HelpSource['verbOf'];

/** Commands that are listed together share the row of the first one. */
function commandRows(node: Node, helper: Help, verbOf: VerbOf): Row[] {
  const children = helper.visibleCommands(node).filter((child) => verbOf(child)?.sameAs === undefined);
  return children.flatMap((child): Row[] => {
    const listedAs = verbOf(child)?.listedAs;
    if (listedAs === undefined) return [[child.name(), helper.subcommandDescription(child)]];
    const together = children.filter((other) => verbOf(other)?.listedAs === listedAs);
    return together[0] === child ? [[together.map((one) => one.name()).join(', '), listedAs]] : [];
  });
}

/** All other names of commands in one line. */
function sameLine(node: Node, helper: Help, verbOf: VerbOf): string {
  const others = helper.visibleCommands(node).filter((child) => verbOf(child)?.sameAs !== undefined);
  if (others.length === 0) return '';
  const commands = others.map((child) => `\`${verbOf(child)?.sameAs}\``).join(', ');
  return `${others.map((child) => child.name()).join(', ')}: same as ${commands}`;
}

const topicsLine = TOPICS.map(({ name }) => name).join(', ');

/** The page of a help topic. */
export function formatTopic({ summary, sections }: Topic, width: number, bold: (text: string) => string): string {
  const helper = new Help();
  helper.helpWidth = width;
  const { section, prose, rows } = layoutOf(helper, bold);
  const blocks = sections.flatMap((part) => section(part.heading, 'rows' in part ? rows(part.rows) : prose(part.text)));
  return `${[`${summary}.`, ...blocks].join('\n\n')}\n`;
}

/** Examples are never wrapped: they are there to be copied. */
const formatExamples = (examples: readonly Example[]): string =>
  examples.map(({ does, line }) => `  # ${does}\n  ${PROGRAM} ${line}`).join('\n');

/** The flags of every command are explained once, in a topic. */
const GLOBAL_LINE = `--json, --output, --fields, --sandbox, --profile and others: see \`${PROGRAM} help flags\``;

export function describeOption({ description, defaultValue, negate }: Option): string {
  const shown = Array.isArray(defaultValue) ? defaultValue.join(', ') : String(defaultValue ?? '');
  return shown === '' || negate ? description : `${description} (default: ${shown})`;
}

/** The words that lead to a command, the program's name first. */
export const namesOf = (node: Node): string[] => [...(node.parent === null ? [] : namesOf(node.parent)), node.name()];

function usageOf(node: Node): string {
  const words = node.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [...namesOf(node), ...(node.commands.length > 0 ? ['<command>'] : words), '[flags]'].join(' ');
}
