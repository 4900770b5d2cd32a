// How some modules get into the bundle in a form that costs a short run less.
import promises from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';

const CORE = fileURLToPath(new URL('undici-core.cjs', import.meta.url));

/** Parts of undici that no request of ours uses: HTTP/2, bodies other than text, SOCKS. They are required, but not called. */
const UNUSED = /client-h2(\.js)?$|web\/fetch\/body(\.js)?$|socks5-(client|proxy-agent|utils)(\.js)?$/;

/** undici's second parser, for processors without SIMD: Node 20 and later runs on none that matters here. */
const SECOND_PARSER = /llhttp-wasm\.js$/;

export const slimUndici = {
  name: 'slim-undici',
  setup({ onResolve, onLoad }) {
    const fromUndici =
      (namespace) =>
      ({ path, importer }) =>
        /undici/.test(importer) ? { path, namespace } : undefined;
    onResolve({ filter: /^undici$/ }, () => ({ path: CORE }));
    onResolve({ filter: UNUSED }, fromUndici('unused'));
    onResolve({ filter: SECOND_PARSER }, fromUndici('missing'));
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
    onLoad({ filter: /./, namespace: 'missing' }, () => ({
      contents: "throw new Error('loopsctl needs a processor with SIMD instructions');",
    }));
  },
};

/** Packages as files of their own in `packages/`, each read when it is first imported. Gathers in `found` what to build there. */
export function packagesApart(except, found) {
  return {
    name: 'packages-apart',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^(@[^/]+\/)?[a-z]/ }, ({ path, importer, namespace }) => {
        const name = /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;
        if (namespace !== 'file' || importer.includes('node_modules') || except.includes(name) || BUILTIN.test(path))
          return;
        found.set(path, path.replace(/^@/, '').replaceAll('/', '-'));
        return { path, namespace: 'apart' };
      });
      onLoad({ filter: /./, namespace: 'apart' }, ({ path }) => {
        // As bin/ sees it too: its `require` is the one that the program is given.
        const file = JSON.stringify(`../dist/packages/${found.get(path)}.cjs`);
        return { contents: `export * from ${file}; export { default } from ${file};` };
      });
      onResolve({ filter: /./, namespace: 'apart' }, ({ path }) => ({ path, external: true }));
    },
  };
}

/**
 * Node's own modules, taken as they are: a bundler's `import` of one looks at everything that it exports, which loads what is
 * loaded lazily otherwise. Some are not even taken before they are used. Together some ten milliseconds a run.
 */
export const builtinsAsTheyAre = {
  name: 'builtins-as-they-are',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: BUILTIN }, ({ path, importer, kind }) => {
      // Who imports at run time has chosen the moment.
      if (kind === 'dynamic-import') return { path, external: true };
      const name = path.replace(/^(node:)?/, 'node:');
      const late = LATE.find((candidate) => candidate.name === name && candidate.importer.test(importer));
      return late === undefined
        ? { path: name, namespace: 'builtin' }
        : { path: name, namespace: 'late', pluginData: late.contents };
    });
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}');`,
    }));
    onLoad({ filter: /./, namespace: 'late' }, ({ pluginData }) => ({ contents: pluginData }));
  },
};

const called = (module, names) =>
  names
    .map((name) => `export const ${name} = (...words) => process.getBuiltinModule('${module}').${name}(...words);`)
    .join('\n');

/** Modules that a run mostly does without, though a file that it needs imports them. */
const LATE = [
  // For subcommands that are programs of their own; ours are not.
  { name: 'node:child_process', importer: /commander/, contents: called('node:child_process', ['spawn']) },
  // undici only compares with the one and reads the other, and Node's own HTTP client is as dear as undici.
  {
    name: 'node:http',
    importer: /undici/,
    contents: `export class IncomingMessage {}
      export const maxHeaderSize = 16384;`,
  },
  // Only called, and with something that holds.
  {
    name: 'node:assert',
    importer: /undici/,
    contents: `module.exports = (value, message) => value || process.getBuiltinModule('node:assert')(value, message);`,
  },
  { name: 'node:timers/promises', importer: /\/src\//, contents: called('node:timers/promises', ['setTimeout']) },
  {
    name: 'node:fs/promises',
    importer: /\/src\//,
    contents: called(
      'node:fs/promises',
      Object.keys(promises).filter((name) => typeof promises[name] === 'function'),
    ),
  },
];

const BUILTIN = new RegExp(`^(node:.+|${builtinModules.join('|')})$`);
