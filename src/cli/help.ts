/** The layout of help: usage and examples first, then arguments and flags, then explanations. */
import type { Help, HelpConfiguration, Command as Node, Option } from 'commander';
import type { Example } from '../define/command.ts';
import { FORMAT_NAMES } from '../define/format-name.ts';

/** What commander does not know about a command. */
export interface HelpExtras {
  readonly notes?: string | undefined;
  readonly examples: readonly Example[];
  /** The top-level fields of its JSON. */
  readonly fields: readonly string[];
}

export const PROGRAM = 'loopsctl';

/** What main help says after the flags. */
const MAIN_NOTES = {
  API: 'Version 1.22.1 of the Loops API.',
  Environment: [
    'LOOPS_API_KEY, LOOPS_BASE_URL, LOOPS_PROFILE, NO_COLOR, FORCE_COLOR, HTTPS_PROXY.',
    'A flag takes precedence over the environment, and the environment over the profile.',
  ].join(' '),
  'Exit codes': [
    '0 done, 1 bug, 2 usage, 3 unauthorized, 4 not found, 5 rejected by the API, 6 rate limited, 7 unavailable,',
    '8 unexpected response, 9 check failed, 130 interrupted.',
  ].join(' '),
} as const;

const START: readonly Example[] = [
  { does: 'Try it without an account', line: '--sandbox workflow list' },
  { does: 'Use your account', line: 'auth login' },
];

type Row = readonly [term: string, description: string];

/** `extrasOf` returns the extras of a command; undefined for nouns and the program. */
export function helpConfiguration(
  extrasOf: (node: Node) => HelpExtras | undefined,
  bold: (text: string) => string,
): HelpConfiguration {
  return {
    formatHelp(node, helper) {
      const width = helper.helpWidth ?? 80;
      const section = (heading: string, body: string) => (body === '' ? [] : [`${bold(heading)}\n${body}`]);
      const prose = (text: string) => indent(helper.boxWrap(text, width - 2));
      const rows = (items: readonly Row[]) => formatRows(items, helper);
      const extras = extrasOf(node);
      const blocks =
        node.parent === null
          ? [
              ...section('Examples', formatExamples(START)),
              ...section('Commands', rows(childRows(node, helper))),
              ...section('Flags', rows(optionRows(node, helper))),
              ...Object.entries(MAIN_NOTES).flatMap(([heading, text]) => section(heading, prose(text))),
            ]
          : [
              ...section('Examples', formatExamples(extras?.examples ?? [])),
              ...section('Commands', rows(childRows(node, helper))),
              ...section('Arguments', rows(argumentRows(node, helper))),
              ...section('Flags', rows(optionRows(node, helper))),
              ...section('Details', prose(extras?.notes ?? '')),
              ...section('JSON fields', prose((extras?.fields ?? []).join(', '))),
              ...section('Global flags', prose(globalLine(node, helper))),
            ];
      const aliases = node.aliases().length === 0 ? [] : [`  Aliases: ${node.aliases().join(', ')}`];
      const usage = [`  ${usageOf(node)}`, ...aliases].join('\n');
      const summary = helper.boxWrap(helper.commandDescription(node), width);
      return `${[summary, ...section('Usage', usage), ...blocks].join('\n\n')}\n`;
    },
  };
}

const optionRows = (node: Node, helper: Help): Row[] =>
  helper.visibleOptions(node).map((option) => [helper.optionTerm(option), describeOption(option)]);

const argumentRows = (node: Node, helper: Help): Row[] =>
  helper
    .visibleArguments(node)
    .map((argument) => [helper.argumentTerm(argument), helper.argumentDescription(argument)]);

const childRows = (node: Node, helper: Help): Row[] =>
  helper.visibleCommands(node).map((child) => [child.name(), helper.subcommandDescription(child)]);

function formatRows(items: readonly Row[], helper: Help): string {
  const term = Math.max(0, ...items.map(([name]) => name.length));
  return items.map(([name, description]) => helper.formatItem(name, term, description, helper)).join('\n');
}

/** Examples are never wrapped: they are there to be copied. */
const formatExamples = (examples: readonly Example[]): string =>
  examples.map(({ does, line }) => `  # ${does}\n  ${PROGRAM} ${line}`).join('\n');

/** The flags of every command are explained once, in main help. */
function globalLine(node: Node, helper: Help): string {
  const flags = rootOf(node).options.filter(({ long, hidden }) => long !== '--version' && !hidden);
  const names = flags.map((option) => helper.optionTerm(option).replace(/^.*, | <.*$/g, ''));
  return `${names.join(' ')} (see \`${PROGRAM} --help\`; formats for --output: ${FORMAT_NAMES.join(', ')})`;
}

const rootOf = (node: Node): Node => (node.parent === null ? node : rootOf(node.parent));

function describeOption({ description, defaultValue, negate }: Option): string {
  const shown = Array.isArray(defaultValue) ? defaultValue.join(', ') : String(defaultValue ?? '');
  return shown === '' || negate ? description : `${description} (default: ${shown})`;
}

const indent = (text: string): string => (text === '' ? '' : text.replace(/^(?=.)/gm, '  '));

/** The words that lead to a command, the program's name first. */
export const namesOf = (node: Node): string[] => [...(node.parent === null ? [] : namesOf(node.parent)), node.name()];

function usageOf(node: Node): string {
  const words = node.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [...namesOf(node), ...(node.commands.length > 0 ? ['<command>'] : words), '[flags]'].join(' ');
}
