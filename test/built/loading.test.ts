/** Proves that the built program loads only what the run at hand needs, by what its modules import at once. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Input {
  readonly imports: readonly { readonly path: string; readonly kind: string }[];
}

const { inputs } = JSON.parse(readFileSync(new URL('../../dist/metafile.json', import.meta.url), 'utf8')) as {
  inputs: Record<string, Input>;
};

/** Undefined for our own modules and Node's. `apart:` is a package in a file of its own, named by what was imported. */
const packageOf = (path: string): string | undefined =>
  /(?:node_modules\/|^apart:)((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];

/** A module and those that come with it, without what it loads later. */
function modulesWith(entryPoint: string): string[] {
  const seen = new Set<string>();
  const pending = [entryPoint];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const { path: next, kind } of inputs[path]?.imports ?? []) if (kind !== 'dynamic-import') pending.push(next);
  }
  expect(inputs[entryPoint]).toBeDefined();
  return [...seen];
}

const packagesWith = (entryPoint: string): string[] =>
  [...new Set(modulesWith(entryPoint).flatMap((path) => packageOf(path) ?? []))].sort();

it.each<[string, string[]]>([
  ['src/runtime/node.ts', []],
  ['src/main.ts', ['commander', 'fastest-levenshtein']],
  ['src/execute.ts', ['fastest-levenshtein', 'zod']],
  ['src/completion/answer.ts', []],
  ['src/lookup/cache.ts', []],
  ['src/nouns/ips/list.ts', ['ipaddr.js', 'zod']],
  ['src/nouns/workflow/show/command.ts', ['zod']],
  ['src/nouns/transactional/records.ts', ['zod']],
  ['src/nouns/webhooks/verify.ts', ['zod']],
  ['src/nouns/webhooks/delivery/receiver.ts', []],
  ['src/nouns/webhooks/delivery/sender.ts', []],
  ['src/nouns/api/command.ts', ['fastest-levenshtein', 'ipaddr.js', 'zod']],
  ['src/nouns/doctor/command.ts', ['fastest-levenshtein', 'ipaddr.js', 'zod']],
  ['src/http/connect.ts', ['undici', 'zod']],
  ['src/output/render.ts', []],
])('%s brings %j', (entryPoint, packages) => {
  expect(packagesWith(entryPoint)).toEqual(packages);
});

it('completion reads only the small script', () => {
  const small = readFileSync(new URL('../../dist/main.cjs', import.meta.url), 'utf8');
  expect(small).toMatch(/"\.\/answer-\w+\.js"\(exports/);
});

it('mcp responds before the commands of its tools are loaded', () => {
  expect(modulesWith('src/nouns/agents/mcp/command.ts')).not.toContain('src/nouns/operations.ts');
});
