/** Proves that the built program loads only what the run at hand needs, by what its chunks import. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Output {
  readonly entryPoint?: string;
  readonly imports: readonly { readonly path: string; readonly kind: string }[];
  readonly inputs: Readonly<Record<string, unknown>>;
}

const { outputs } = JSON.parse(readFileSync(new URL('../../dist/metafile.json', import.meta.url), 'utf8')) as {
  outputs: Record<string, Output>;
};

/** The packages that come with an entry point, without what it loads later. */
function packagesWith(entryPoint: string): string[] {
  const seen = new Set<string>();
  const visit = (path: string | undefined): void => {
    const output = path === undefined ? undefined : outputs[path];
    if (path === undefined || output === undefined || seen.has(path)) return;
    seen.add(path);
    for (const { path: next, kind } of output.imports) if (kind === 'import-statement') visit(next);
  };
  visit(Object.keys(outputs).find((path) => outputs[path]?.entryPoint === entryPoint));
  expect(seen.size).toBeGreaterThan(0);
  const inputs = [...seen].flatMap((path) => Object.keys(outputs[path]?.inputs ?? {}));
  return [...new Set(inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []))].sort();
}

it.each<[string, string[]]>([
  ['src/runtime-node.ts', []],
  ['src/main.ts', ['commander']],
  ['src/execute.ts', ['zod']],
  ['src/resources/ips.ts', ['zod']],
  ['src/resources/workflow/index.ts', ['zod']],
  ['src/commands/webhooks.ts', ['zod']],
  ['src/webhooks/receiver.ts', []],
  ['src/webhooks/sender.ts', ['undici']],
  ['src/http/connect.ts', ['undici', 'zod']],
  [
    'src/output/table.ts',
    [
      '@colors/colors',
      'ansi-regex',
      'cli-table3',
      'emoji-regex',
      'get-east-asian-width',
      'is-fullwidth-code-point',
      'string-width',
      'strip-ansi',
    ],
  ],
])('%s brings %j', (entryPoint, packages) => {
  expect(packagesWith(entryPoint)).toEqual(packages);
});
