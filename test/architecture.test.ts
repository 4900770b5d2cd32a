/** The structure of the source in `docs/architecture.md`: which layer may import which, and rules for files. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SLOW_FILES } from './slow-files.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const filesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|js)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const sources = filesBelow('src');

/** `src/http/client.ts` -> `http`; a top-level file is its own layer. Nouns about the program itself are `tool`. */
const layerOf = (path: string): string => {
  if (/^src\/nouns\/(index|top-level|[a-z-]+\/noun)\.ts$/.test(path)) return 'tree';
  if (/^src\/nouns\/project\//.test(path)) return path.endsWith('verbs.ts') ? 'tree' : 'tool';
  if (
    /^src\/nouns\/(account\/|agents\/|api\/|auth|doctor|tool|sandbox|messages\/open\/|webhooks\/(?!delivery))/.test(
      path,
    )
  )
    return 'tool';
  return /^src\/([^/.]+)/.exec(path)?.[1] ?? path;
};

/** Every layer may import these. */
const GROUND = ['errors', 'constants', 'runtime', 'text'];

const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  constants: [],
  runtime: [],
  text: ['define'],
  define: [],
  lmx: [],
  nouns: ['define', 'batch', 'lmx'],
  batch: ['define', 'settle'],
  project: ['define', 'lmx', 'nouns'],
  http: ['define'],
  output: ['define'],
  config: ['define'],
  sandbox: ['define', 'nouns', 'http', 'lmx'],
  cli: ['define', 'lookup'],
  tool: ['define', 'history', 'nouns', 'project', 'config', 'sandbox', 'http', 'lookup', 'lmx', 'cli'],
  tree: ['define', 'nouns', 'tool'],
  lookup: ['define'],
  completion: ['define', 'cli', 'config', 'lookup', 'output', 'session', 'guard'],
  settle: ['define'],
  history: ['define', 'lookup'],
  guard: ['define'],
  confirm: ['define'],
  context: ['define', 'config', 'http', 'output', 'cli', 'settle'],
  session: ['define', 'context', 'nouns', 'config', 'http', 'output', 'cli', 'tool', 'sandbox', 'lookup'],
  execute: ['define', 'history', 'output', 'cli', 'session', 'lookup', 'guard', 'confirm'],
  main: ['define', 'tree', 'output', 'cli', 'execute', 'completion', 'confirm'],
};

/** Packages that only one layer may import. Others may be imported anywhere. */
const ONLY_IN: Readonly<Record<string, readonly string[]>> = {
  commander: ['cli'],
  undici: ['http', 'nouns'],
  chalk: ['output'],
  'cli-table3': ['output'],
  conf: ['config'],
  hono: ['sandbox'],
  '@hono/node-server': ['sandbox'],
  'proper-lockfile': ['runtime'],
  'csv-parse': ['batch'],
  '@clack/prompts': ['runtime'],
  culori: ['nouns'],
  htmlparser2: ['lmx'],
  '@modelcontextprotocol/sdk': ['tool'],
  open: ['runtime'],
};

interface Import {
  readonly from: string;
  readonly to: string;
}

const importsOf = (path: string): Import[] =>
  [...read(path).matchAll(/(?:\bfrom\s+|\bimport\(\s*|^import\s+)'([^']+)'/gm)].map(([, to = '']) => ({
    from: path,
    to,
  }));

const imports = sources.flatMap(importsOf);
const inside = imports
  .filter(({ to }) => to.startsWith('.'))
  .map(({ from, to }) => ({ from, to: join(dirname(from), to).replaceAll('\\', '/') }));

test('every layer is in the table', () => {
  expect([...new Set(sources.map(layerOf))].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
});

test('imports run in one direction', () => {
  const wrong = inside.filter(({ from, to }) => {
    const [here, there] = [layerOf(from), layerOf(to)];
    return here !== there && !GROUND.includes(there) && !MAY_IMPORT[here]?.includes(there);
  });
  expect(wrong).toEqual([]);
});

test('a package is imported only in its layer', () => {
  const packageOf = (to: string) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(to)?.[1] ?? to;
  const wrong = imports.filter(
    ({ from, to }) => ONLY_IN[packageOf(to)] && !ONLY_IN[packageOf(to)]?.includes(layerOf(from)),
  );
  expect(wrong).toEqual([]);
});

test('there are no import cycles', () => {
  const next = new Map(sources.map((path) => [path, inside.filter(({ from }) => from === path).map(({ to }) => to)]));
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    expect(trail, 'an import cycle').not.toContain(path);
    if (done.has(path)) return;
    for (const to of next.get(path) ?? []) visit(to, [...trail, path]);
    done.add(path);
  };
  for (const path of sources) visit(path, []);
});

test('every file begins with a comment about its purpose', () => {
  expect(sources.filter((path) => !read(path).startsWith('/**'))).toEqual([]);
});

test('file names are specific and in kebab-case', () => {
  expect(sources.filter((path) => /\b(utils?|helpers?|common|manager|misc|lib)\b/i.test(path))).toEqual([]);
  expect(sources.filter((path) => !/^[a-z0-9/.-]+$/.test(path))).toEqual([]);
});

test('no file is too long', () => {
  expect(sources.filter((path) => read(path).split('\n').length > 260)).toEqual([]);
});

test('no file re-exports another', () => {
  expect(sources.filter((path) => /^export (\*|\{[^}]*\}) from/m.test(read(path)))).toEqual([]);
});

test('only the runtime uses the process, and only the output prints', () => {
  const touching = /\bprocess\.(?!env\b.*undefined)\w|\bconsole\./;
  expect(sources.filter((path) => path !== 'src/runtime/node.ts' && touching.test(read(path)))).toEqual([]);
});

test('only one file names the public host', () => {
  const naming = [...sources, ...filesBelow('bin'), ...filesBelow('scripts')].filter((path) =>
    read(path).includes('app.loops.so'),
  );
  expect(naming).toEqual(['src/config/resolve.ts']);
});

test('no list is spread into the arguments of a call, which overflows the stack for a long one', () => {
  expect(sources.filter((path) => /\.(push|unshift)\(\.\.\./.test(read(path)))).toEqual([]);
});

test('formats are created on first use, because each takes milliseconds', () => {
  expect(sources.filter((path) => /^(export )?const \w+ = new Intl\./m.test(read(path)))).toEqual([]);
});

test('no test mocks a module', () => {
  // Written so that the pattern does not match this line.
  const replaced = new RegExp(`\\bvi\\.(${['mock', 'doMock', 'spyOn', 'hoisted'].join('|')})\\(`);
  expect(filesBelow('test').filter((path) => replaced.test(read(path)))).toEqual([]);
});

test('no type is bypassed', () => {
  expect(sources.filter((path) => /\bas any\b|: any\b|@ts-(ignore|expect-error|nocheck)/.test(read(path)))).toEqual([]);
});

test('the list of slow test files names existing files', () => {
  const files = filesBelow('test');
  expect(SLOW_FILES.filter((path) => !files.includes(path))).toEqual([]);
});
