/** Makes the man page from the tree of commands, their schemas and the help topics. */
import { commandFields, globalFields } from '../../src/cli/global-flags.ts';
import { describeOption } from '../../src/cli/help.ts';
import { argumentOf, optionOf } from '../../src/cli/options.ts';
import { TOPICS, type Topic } from '../../src/cli/topics.ts';
import type { AnyCommand } from '../../src/define/command.ts';
import type { Field } from '../../src/define/field.ts';
import { fieldsOf } from '../../src/define/schema.ts';
import { aliasesOf, commandsOf, type Entry, isNoun, type Named } from '../../src/define/tree.ts';

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '"': '\\(dq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
};

const escapeOf = (character: string): string =>
  SPECIAL[character] ?? `\\[u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

/** Text as roff: no character of it acts as a macro, an escape or a quote, also at the start of a line. */
export const roff = (text: string): string => {
  const escaped = text.replace(/\s+/g, ' ').replace(/[\\\-'"`^~]|[^\x20-\x7e]/gu, escapeOf);
  return escaped.startsWith('.') ? `\\&${escaped}` : escaped;
};

/** Text in which `code` is bold. */
const prose = (text: string): string =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? `\\fB${roff(part)}\\fR` : roff(part)))
    .join('');

const section = (heading: string, ...lines: readonly string[]): string[] => [
  `.SH "${roff(heading.toUpperCase())}"`,
  ...lines,
];

const item = (term: string, text: string): string[] => ['.TP', `\\fB${roff(term)}\\fR`, prose(text)];

const flag = (field: Field): string[] => {
  const option = optionOf(field);
  return item(option.flags, describeOption(option));
};

function flagsAndArguments(command: AnyCommand): string[] {
  const fields = fieldsOf(command.input);
  const positionals = (command.positionals ?? []).flatMap((name) => fields.find((field) => field.name === name) ?? []);
  const flags = fields.filter((field) => !positionals.includes(field));
  return [
    ...positionals.flatMap((field) => item(`<${argumentOf(field).name()}>`, field.description)),
    ...[...flags, ...commandFields(command)].flatMap(flag),
  ];
}

async function commandLines({ words, verb }: Named): Promise<string[]> {
  const same = verb.sameAs === undefined ? undefined : `Same as \`loopsctl ${verb.sameAs}\`.`;
  const title = `.SS "${roff(`loopsctl ${words.join(' ')}`)}"`;
  if (same !== undefined) return [title, prose(same)];
  const command = await verb.load();
  const aliases = aliasesOf(verb);
  return [
    title,
    prose(`${verb.summary}.${aliases.length === 0 ? '' : ` Aliases: ${aliases.join(', ')}.`}`),
    ...flagsAndArguments(command),
    ...(command.notes === undefined ? [] : ['.PP', prose(command.notes)]),
  ];
}

const topicLines = ({ name, sections }: Topic): string[] =>
  section(
    name === 'exit-codes' ? 'Exit status' : name,
    ...sections.flatMap((part) => [
      `.SS "${roff(part.heading)}"`,
      ...('rows' in part ? part.rows.flatMap(([term, text]) => item(term, text)) : [prose(part.text)]),
    ]),
  );

export async function manPage(tree: readonly Entry[], version: string): Promise<string> {
  const aliases = tree.filter(isNoun).flatMap((noun) => aliasesOf(noun).map((alias) => `${alias} (${noun.name})`));
  const commands = await Promise.all(commandsOf(tree).map(commandLines));
  const lines = [
    '.\\" Generated from the code by npm run man. Do not edit.',
    `.TH LOOPSCTL 1 "" "${roff(`loopsctl ${version}`)}" "${roff('User Commands')}"`,
    // Names of flags and fields are never hyphenated, and lines are not stretched.
    '.nh',
    '.ad l',
    ...section('Name', 'loopsctl \\- administer a Loops account from the terminal'),
    ...section('Synopsis', '.B loopsctl', '.I command', '.RI [ flags ]', '.br', '.B loopsctl help', '.I topic'),
    ...section(
      'Description',
      prose(
        'Reads and changes the transactional emails, groups, workflows, themes, segments and sending IP addresses of a Loops account. `loopsctl --sandbox` runs any command on sample data, without an account. `loopsctl <command> --help` prints examples and the JSON fields of a command.',
      ),
    ),
    ...section('Commands', prose(`Nouns have other names: ${aliases.join(', ')}.`), ...commands.flat()),
    ...section('Global flags', ...globalFields.flatMap(flag)),
    ...TOPICS.flatMap(topicLines),
  ];
  return `${lines.join('\n')}\n`;
}
