/** What a release is made of: notes, links, installers and workflows, and what is refused. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkAction, problemsOfWorkflow } from '../../scripts/release/github.js';
import { dockerfile, downloadsIn, homebrewFormula, scoopManifest } from '../../scripts/release/installers.js';
import { withAbsoluteLinks } from '../../scripts/release/links.js';
import { notesOf } from '../../scripts/release/notes.js';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  description: string;
  scripts: Record<string, string>;
  repository: { url: string };
};
const project = {
  version: '1.2.3',
  license: 'MIT',
  description: manifest.description,
  repository: manifest.repository.url,
};
const HOME = 'https://github.com/loopsctl/loopsctl';

describe('links', () => {
  it.each([
    ['[a](docs/a.md#b)', `[a](${HOME}/blob/v1.2.3/docs/a.md#b)`],
    ['![a](docs/a.png)', `![a](${HOME}/raw/v1.2.3/docs/a.png)`],
    ['[a](https://example.com) [b](#c)', '[a](https://example.com) [b](#c)'],
  ])('%s', (text, expected) => expect(withAbsoluteLinks(text, project)).toBe(expected));

  it('of the README lead to files that exist', () => {
    const absolute = withAbsoluteLinks(read('README.md'), project);
    const files = [...absolute.matchAll(/\/(?:blob|raw)\/v1\.2\.3\/([^)#]+)/g)].map(([, path]) => path ?? '');
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) expect(() => read(file), file).not.toThrow();
    expect(absolute).not.toMatch(/\]\(docs\//);
  });
});

describe('notes', () => {
  const CHANGELOG =
    '# Changelog\n\n## Unreleased\n\n- New\n\n## 1.2.3 - 2026-11-22\n\n- Old\n\n## 1.2.30\n\n- Other\n\n## 0.1.0 - 2026-01-01\n';
  it.each([
    ['1.2.3', false, '- Old\n'],
    ['9.9.9', true, '- New\n'],
  ])('of %s, unreleased %s', (version, orUnreleased, expected) =>
    expect(notesOf(CHANGELOG, version, orUnreleased)).toBe(expected),
  );
  it.each([
    ['9.9.9', 'no section'],
    ['1.2', 'no section'],
    ['1.2.30', 'has no date'],
    ['0.1.0', 'is empty'],
  ])('of %s are refused', (version, message) => expect(() => notesOf(CHANGELOG, version, false)).toThrow(message));
});

describe('installers', () => {
  const NAMES = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'windows-x64.exe'].map(
    (name) => `loopsctl-${name}`,
  );
  const sums = new Map(NAMES.map((name, index) => [name, String(index).repeat(64)]));

  it('name each download with its hash', () => {
    const found = [...downloadsIn(homebrewFormula(project, sums)), ...downloadsIn(scoopManifest(project, sums))];
    expect(new Map(found.map(({ name, hash }) => [name, hash]))).toEqual(sums);
  });

  it('are not made without all binaries', () => {
    for (const make of [homebrewFormula, scoopManifest])
      expect(() => make(project, new Map())).toThrow('was not built');
  });

  it('contain no line of the description that ends early', () => {
    expect(homebrewFormula({ ...project, description: 'a "b"' }, sums)).toContain('desc "a \\"b\\""');
  });

  it('build an image that holds the package once and runs without root', () => {
    const text = dockerfile({ ...project, description: 'a "b"' }, 'a.tgz');
    expect(text).toContain('description="a \\"b\\""');
    expect(text).toMatch(
      /RUN --mount=type=bind,source=a\.tgz,target=\/tmp\/a\.tgz [\s\S]*chown node:node \/work\nUSER node\n/,
    );
    expect(text).not.toContain('COPY');
  });
});

describe('workflows', () => {
  const FILES = readdirSync(new URL('.github/workflows/', ROOT));
  it.each(FILES)('%s', (name) =>
    expect(problemsOfWorkflow(read(`.github/workflows/${name}`), Object.keys(manifest.scripts))).toEqual([]),
  );

  it.each([
    ['', ['it has no trigger', 'it does not restrict the permissions of its token', 'it has no steps']],
    [
      'on: push\npermissions: {}\njobs: {a: {steps: [{run: npm run teapot}, {uses: x/y}, {name: z}]}}',
      ['a step has not one of run and uses', 'x/y has no version', 'there is no script teapot'],
    ],
  ])('%j is refused', (text, problems) => expect(problemsOfWorkflow(text, ['test'])).toEqual(problems));
});

it('the action installs the version of the package', async () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  await expect(checkAction(version)).resolves.toBeDefined();
  await expect(checkAction('9.9.9')).rejects.toThrow('not loopsctl@9.9.9');
});
