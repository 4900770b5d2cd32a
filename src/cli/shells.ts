/** How each shell asks for candidates and takes them: the words that its script passes, and the lines that it reads. */
import type { ShellName } from '../define/shell-name.ts';
import { isFileName } from '../runtime/files.ts';
import { escapeControls } from '../text/escape.ts';
import type { Candidate, Completion } from './complete.ts';
import { shellWords } from './shell-words.ts';

export interface Request {
  readonly words: readonly string[];
  /** The lines for the script: `files`, `keep`, both or `words`, then one candidate per line. */
  lines(completion: Completion): readonly string[];
}

/** `asked` is `=` and the word (PowerShell drops empty arguments), then the words before it; for bash, its own variables. */
export function readRequest(shell: ShellName, asked: readonly string[]): Request {
  const [first = '', ...rest] = asked;
  const current = first.slice(1);
  if (shell === 'bash') return bashRequest(current, rest[0] ?? '', rest[1] ?? '');
  // fish passes the word as it is typed, with its quotes.
  const word = shell === 'fish' ? (shellWords(current).words.at(-1) ?? '') : current;
  return {
    words: [...rest, word],
    lines: (completion) => {
      const candidates = shell === 'fish' ? asNames(completion, word) : completion.candidates;
      return [directive(completion, keepsWord(completion, word)), ...candidates.map(FORMATS[shell])];
    },
  };
}

const directive = ({ files }: Completion, keeps: boolean): string =>
  [...(files ? ['files'] : []), ...(keeps ? ['keep'] : [])].join(' ') || 'words';

/** Whether what the IDs have in common must not replace the word: the beginning of a name, or nothing yet. */
const keepsWord = ({ candidates }: Completion, word: string): boolean =>
  candidates.some(({ name, value }) => name !== undefined && (/^$|=$/.test(word) || !value.startsWith(word)));

const FORMATS: Readonly<Record<Exclude<ShellName, 'bash'>, (candidate: Candidate) => string>> = {
  zsh: ({ value, description }) =>
    `${value}\t${value}${description === '' ? '' : `  -- ${escapeControls(description)}`}`,
  fish: ({ value, description }) => `${value}\t${escapeControls(description)}`,
  powershell: ({ value, name, description }) => {
    const shown = escapeControls(description) || value;
    return `${value}\t${name === undefined ? value : shown}\t${shown}`;
  },
};

/** fish offers only what begins with the word, so it gets names. Left out: names that are not unique or that fish cannot take. */
function asNames({ candidates, files }: Completion, word: string): readonly Candidate[] {
  const count = new Map<string, number>();
  for (const { name = '' } of candidates) count.set(name.toLowerCase(), (count.get(name.toLowerCase()) ?? 0) + 1);
  return candidates.flatMap((candidate) => {
    const { value, name } = candidate;
    if (name === undefined || value.startsWith(word)) return [candidate];
    const isUsable =
      count.get(name.toLowerCase()) === 1 &&
      escapeControls(name) === name &&
      !(files && isFileName(name)) &&
      !/^(-|\?$|id:|name:|c[a-z0-9]{23,24}$)/.test(name);
    const prefix = /^--[a-z-]+=/.exec(word)?.[0] ?? '';
    return isUsable ? [{ value: `${prefix}${name}`, description: value.slice(prefix.length) }] : [];
  });
}

/** COMP_TYPE when candidates are listed, not inserted: only then can they have descriptions. */
const LISTING_TYPES = ['9', '33', '63', '64'];
/** COMP_TYPE of menu-complete and insert-completions, which insert every candidate as it is. */
const INSERTING_TYPES = ['37', '42'];

const SHOWN_LENGTH = 60;

function bashRequest(line: string, type: string, breaks: string): Request {
  const { words, breakAt } = shellWords(line, breaks);
  const word = words.at(-1) ?? '';
  const kept = word.slice(0, breakAt);
  return {
    words: words.slice(1),
    lines: (completion) => {
      const fitting = completion.candidates.filter(({ value }) => value.startsWith(kept));
      const isListed = fitting.length > 1 && LISTING_TYPES.includes(type);
      const replies = fitting.map(({ value, description }) => {
        const inserted = value.slice(breakAt);
        return isListed && description !== '' ? `${inserted}  (${shortened(escapeControls(description))})` : inserted;
      });
      const keeps = keepsWord({ ...completion, candidates: fitting }, word);
      // With an empty reply there is no common beginning, with which bash would replace the word.
      const blank = keeps && replies.length > 1 && !INSERTING_TYPES.includes(type) ? [''] : [];
      return [directive(completion, keeps), ...blank, ...replies];
    },
  };
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= SHOWN_LENGTH ? text : `${characters.slice(0, SHOWN_LENGTH - 1).join('')}…`;
}
