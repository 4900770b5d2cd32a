/** Keeps wording that is hard to read out of help, docs and messages. CONTRIBUTING lists the words to use instead. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Each pattern with what to write instead. */
const PATTERNS: ReadonlyArray<readonly [pattern: RegExp, instead: string]> = [
  [/\bunless told\b/i, '(default: x)'],
  [/\b(?:un)?told\b|\btell(?:s|ing)?\b/i, 'show, print, report, list'],
  [/\bthe (?:service|API) (?:said|says)\b/i, 'API response'],
  [/\bways? (?:on|out|through|in)\b/i, 'path, outgoing connection'],
  [/\bgoes round\b|\bleads on\b/i, 'loops, continues'],
  [/\bcontradict each other\b/i, "can't be combined with"],
  [/\b(?:is|are) not right\b/i, 'invalid value'],
  [/\bdoes not lose\b|\bleft aside\b/i, 'the effect itself'],
  [/\banew\b|\bafresh\b|\blikewise\b|\bbeside\b/i, 'again, also, next to'],
  [/(?<!\bthere )\b(?:is no (?:flag|file|text|number|list|snapshot|word)|are no numbers)\b/i, 'is not a'],
  [/\bper cent\b|\d %/, '50%'],
  [/\b(?:a|one) (?:request|row|line|file|address|document|item)s? an? (?:node|email|team|item|line)\b/i, 'per'],
  [/\bfolders?\b/i, 'directory'],
  [/\bstands? (?:in|there|at|below|under|on|for|before)\b/i, 'is'],
  [/\b(?:never lies|nothing twice|surely|whatever else|as one would)\b/i, 'the fact'],
  [/\bgates?\b/i, 'threshold'],
  [/\bcolours?\b|\blicen[c]es?\b|\bbehaviours?\b|\brecognise|\bneighbours?\b/i, 'American spelling'],
];

/** Parts of the tree that are still being reworded. This list is to become empty. */
const NOT_REWORDED_YET: readonly string[] = [
  'docs/commands.md',
  'docs/pictures/',
  'docs/workflows.md',
  'src/nouns/workflow/',
];

const filesBelow = (directory: string): string[] =>
  readdirSync(join(ROOT, directory), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));

/** `docs/commands.md` is the printed help of every command. */
const PAGES = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...filesBelow('docs').filter((path) => path.endsWith('.md')),
];

/** Sample data of the sandbox is not our wording, and neither is that of allowlist programs. */
const SOURCES = filesBelow('src').filter(
  (path) => /\.ts$/.test(path) && !/^src\/sandbox\/(seed|nouns)|^src\/nouns\/ips\/formats/.test(path),
);

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** Texts of at least two words; a single word is a name. */
const textsIn = (source: string): string[] =>
  (source.replace(COMMENT, '').match(STRING) ?? []).filter((text) => /\w \w/.test(text));

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const isChecked = (path: string): boolean => !NOT_REWORDED_YET.some((start) => path.startsWith(start));

const findings = (texts: readonly string[]): string[] =>
  texts.flatMap((text) =>
    PATTERNS.flatMap(([pattern, instead]) => {
      const found = pattern.exec(text)?.[0];
      return found === undefined ? [] : [`"${found}" in ${text.trim().slice(0, 160)} (write: ${instead})`];
    }),
  );

/** Without output of the program, whose source is checked, and without the glossary, which lists the words to avoid. */
const prose = (page: string): string =>
  page.replace(/^```console\n[\s\S]*?^```$/gm, '').replace(/^## Words\n[\s\S]*?^## /m, '## ');

test.each(PAGES.filter(isChecked))('%s', (path) => {
  expect(findings(prose(read(path)).split('\n'))).toEqual([]);
});

test('messages and help texts of the source', () => {
  const found = SOURCES.filter(isChecked).flatMap((path) =>
    findings(textsIn(read(path))).map((finding) => `${path}: ${finding}`),
  );
  expect(found).toEqual([]);
});
