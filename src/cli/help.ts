/** How help looks: usage, what it does, its words, examples that run, then what every command has. */
import type { Help, HelpConfiguration, Command as Node, Option } from 'commander';
import type { Example } from '../define/command.ts';

/** What help says of a command besides what commander knows. */
export interface HelpExtras {
  readonly notes?: string | undefined;
  readonly examples: readonly Example[];
  /** The names of the fields of its JSON. */
  readonly fields: readonly string[];
}

export const PROGRAM = 'loopsctl';

type Row = readonly [term: string, description: string];

/** `extrasOf` gives what belongs to a command; nothing for nouns and the program. */
export function helpConfiguration(
  extrasOf: (node: Node) => HelpExtras | undefined,
  bold: (text: string) => string,
): HelpConfiguration {
  return {
    formatHelp(node: Node, helper: Help): string {
      const width = helper.helpWidth ?? 80;
      const extras = extrasOf(node);
      const optionRow = (option: Option): Row => [helper.optionTerm(option), describeOption(option)];
      const flags = helper.visibleOptions(node).map(optionRow);
      // Of a noun's help one wants the verbs; the flags that all of them have stand with each verb.
      const globals = extras === undefined ? [] : rootOf(node).options.filter(isNotVersion).map(optionRow);
      const words = helper
        .visibleArguments(node)
        .map((argument): Row => [helper.argumentTerm(argument), helper.argumentDescription(argument)]);
      const rowsOf = (child: Node, above: string): Row[] => [
        [`${above}${child.name()}`, helper.subcommandDescription(child)],
        // Below a noun all of its verbs are shown; of the program's help one wants the nouns.
        ...(node.parent === null ? [] : child.commands.flatMap((next) => rowsOf(next, `${above}${child.name()} `))),
      ];
      const children = helper
        .visibleCommands(node)
        .filter((child) => child.name() !== 'help')
        .flatMap((child) => rowsOf(child, ''));
      const term = Math.max(...[...flags, ...globals, ...words, ...children].map(([name]) => name.length));
      const rows = (items: readonly Row[]) =>
        items.map(([name, description]) => helper.formatItem(name, term, description, helper)).join('\n');
      const section = (heading: string, body: string) => (body === '' ? [] : [`${bold(heading)}\n${body}`]);
      const examples = extras?.examples ?? [];
      return `${[
        helper.boxWrap(helper.commandDescription(node), width),
        ...section('Usage', `  ${usageOf(node)}`),
        ...(extras?.notes === undefined ? [] : [helper.boxWrap(extras.notes, width)]),
        ...section('Commands', rows(children)),
        ...section('Arguments', rows(words)),
        ...section('Flags', rows(flags)),
        ...section('JSON fields', indent(helper.boxWrap((extras?.fields ?? []).join(', '), width - 2))),
        ...section('Examples', examples.map(({ does, line }) => `  # ${does}\n  ${PROGRAM} ${line}`).join('\n')),
        ...section('Global flags', rows(globals)),
      ].join('\n\n')}\n`;
    },
  };
}

const isNotVersion = (option: Option): boolean => option.long !== '--version';

const rootOf = (node: Node): Node => (node.parent === null ? node : rootOf(node.parent));

const describeOption = (option: Option): string =>
  option.defaultValue === undefined || option.negate
    ? option.description
    : `${option.description} (default: ${String(option.defaultValue)})`;

const indent = (text: string): string => (text === '' ? '' : text.replace(/^/gm, '  '));

/** The words that lead to a command, the program's name first. */
export const namesOf = (node: Node): string[] => [...(node.parent === null ? [] : namesOf(node.parent)), node.name()];

function usageOf(node: Node): string {
  const words = node.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  // A command with words of its own is one by itself, even where others stand below it.
  const next = node.commands.length > 0 && words.length === 0 ? ['<command>'] : words;
  return [...namesOf(node), ...next, '[flags]'].join(' ');
}
