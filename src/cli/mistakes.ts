/** Turns commander's errors into usage failures in the program's own words, with a suggestion where one is likely. */
import type { CommanderError, Command as Node } from 'commander';
import { aliasesOf, commandsOf, type Entry, isNoun } from '../define/tree.ts';
import { type Failure, usage } from '../errors.ts';
import { bySimilarity } from '../text/nearest.ts';
import { namesOf, PROGRAM } from './help.ts';
import { TOPICS } from './topics.ts';

export const seeHelp = (node: Node): string => `See \`${namesOf(node).join(' ')} --help\`.`;

/** The failure for what commander found wrong at `node`, the deepest command that `words` name. */
export function mistakeOf(
  error: CommanderError,
  node: Node,
  words: readonly string[],
  tree: readonly Entry[],
): Failure {
  const text = error.message.replace(/^error: /, '');
  const title = namesOf(node).join(' ');
  switch (error.code) {
    case 'commander.help':
      return usage(`Missing command after "${title}".`, `Available: ${namesBelow(node).join(', ')}.`);
    case 'commander.unknownCommand':
      return unknownCommand(/'(.*)'/s.exec(text)?.[1] ?? '', node, tree);
    case 'commander.unknownOption':
      return usage(`Unknown flag ${quotedIn(text)} for "${title}".`, unknownFlagHint(quotedIn(text), text, node));
    case 'commander.missingArgument':
      return usage(`Missing required argument <${quotedIn(text)}>.`, seeHelp(node));
    case 'commander.optionMissingArgument':
      return usage(`Missing value for ${flagIn(text)}.`, seeHelp(node));
    case 'commander.excessArguments':
      return usage(`Too many arguments for "${title}".`, excessHint(node, words, tree));
    case 'commander.invalidArgument':
      return usage(invalidValue(text), seeHelp(node));
    default:
      return usage(text, seeHelp(node));
  }
}

/** An unknown noun or verb. The hint is the nearest command, or the commands that have this verb. */
export function unknownCommand(word: string, node: Node, tree: readonly Entry[]): Failure {
  const title = namesOf(node).join(' ');
  const message = `Unknown command "${word}"${node.parent === null ? '' : ` for "${title}"`}.`;
  const absent = absentIn(node, tree);
  if (Object.hasOwn(absent, word)) return usage(message, absent[word] ?? '');
  const nearest = nearestName(word, candidatesBelow(node));
  if (nearest !== undefined) return usage(message, `Did you mean \`${title} ${nearest}\`?`);
  if (node.parent === null && TOPICS.some(({ name }) => name === word)) {
    return usage(message, `Did you mean \`${PROGRAM} help ${word}\`?`);
  }
  const owners = commandsOf(tree).filter(({ words }) => words.slice(1).includes(word));
  if (node.parent === null && owners.length > 0) {
    return usage(
      message,
      `Did you mean ${owners.map(({ words }) => `\`${PROGRAM} ${words.join(' ')}\``).join(' or ')}?`,
    );
  }
  return usage(message, `Available: ${namesBelow(node).join(', ')}.`);
}

const absentIn = (node: Node, tree: readonly Entry[]): Readonly<Record<string, string>> => {
  const noun = tree.find(({ name }) => node.parent?.parent === null && name === node.name());
  return noun !== undefined && isNoun(noun) ? (noun.absent ?? {}) : {};
};

/** An unknown word after `help`. */
export function unknownTopic(word: string, tree: readonly Entry[]): Failure {
  const message = `Unknown command or help topic "${word}".`;
  const entries = tree.flatMap((entry) => [entry.name, ...aliasesOf(entry)].map((name) => [name, entry.name] as const));
  const nearest = nearestName(word, new Map([...entries, ...TOPICS.map(({ name }) => [name, name] as const)]));
  return nearest === undefined
    ? usage(message, `Topics: ${TOPICS.map(({ name }) => name).join(', ')}. Commands: see \`${PROGRAM} --help\`.`)
    : usage(message, `Did you mean \`${PROGRAM} help ${nearest}\`?`);
}

/** Other spellings and the canonical name of each. */
const candidatesBelow = (node: Node): ReadonlyMap<string, string> =>
  new Map(node.commands.flatMap((child) => [child.name(), ...child.aliases()].map((name) => [name, child.name()])));

/** A name is near when at most two letters differ, and at most half of them. */
function nearestName(word: string, candidates: ReadonlyMap<string, string>): string | undefined {
  const ranked = bySimilarity(word, [...candidates], ([spelling]) => spelling, { fold: (text) => text });
  const isNear = (spelling: string, steps: number): boolean =>
    steps <= 2 && steps * 2 <= Math.max(word.length, spelling.length);
  return ranked.find(({ item: [spelling], steps }) => isNear(spelling, steps))?.item[1];
}

const namesBelow = (node: Node): string[] => node.commands.map((child) => child.name());

const quotedIn = (text: string): string => /'([^']*)'/.exec(text)?.[1] ?? '';

/** `-o, --output <format>` -> `--output`. */
const flagIn = (text: string): string => /(--[\w-]+)/.exec(quotedIn(text))?.[1] ?? quotedIn(text);

/** A flag that contains the typed word, `--lmx-file` for `--lmx`, is nearer than one with similar letters. */
function unknownFlagHint(flag: string, text: string, node: Node): string {
  const flags = node.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : []));
  const confirming = flags.filter((name) => name.startsWith('--confirm-'));
  if (flag === '--yes' && confirming.length > 0) return `This command is confirmed with ${confirming.join(', ')}.`;
  const containing = flags.filter((name) => name.slice(2).split('-').includes(flag.slice(2)));
  if (containing.length === 0) return suggestionIn(text) ?? seeHelp(node);
  return containing.length === 1 ? `Did you mean ${containing[0]}?` : `Did you mean one of ${containing.join(', ')}?`;
}

const suggestionIn = (text: string): string | undefined => /\((Did you mean .*\?)\)/.exec(text)?.[1];

/** Never repeats the extra words: one of them could be a secret. */
function excessHint(node: Node, words: readonly string[], tree: readonly Entry[]): string {
  const extra = node.args.at(-1) ?? '';
  if (words.includes('--json') && /^\w+(\.\w+)*(,\w+(\.\w+)*)+$/.test(extra))
    return `To choose fields, add --fields ${extra}.`;
  const title = namesOf(node).slice(1).join(' ');
  const hint = commandsOf(tree).find(({ words: path }) => path.join(' ') === title)?.verb.excessHint;
  const takesName = node.registeredArguments.length === 0 && node.options.some(({ long }) => long === '--name');
  return hint ?? (takesName ? 'Pass the name with --name.' : seeHelp(node));
}

/** Commander: `option '--limit <n>' argument 'x' is invalid. It must be a number.` and the same for arguments. */
function invalidValue(text: string): string {
  const [, flag, value, reason = ''] = /^option '(.*?)' argument '(.*)' is invalid\. ?(.*)$/s.exec(text) ?? [];
  if (flag !== undefined)
    return `Invalid value "${value}" for ${/--[\w-]+/.exec(flag)?.[0] ?? flag}: ${expected(reason)}`;
  const [, given, name, rest = ''] =
    /^command-argument value '(.*)' is invalid for argument '(.*?)'\. ?(.*)$/s.exec(text) ?? [];
  return `Invalid value "${given}" for <${name}>: ${expected(rest)}`;
}

const expected = (reason: string): string =>
  reason.replace(/^Allowed choices are /, 'expected one of ').replace(/^It must be /, 'expected ');
