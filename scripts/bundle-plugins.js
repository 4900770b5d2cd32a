// esbuild plugins that reduce the start-up time of the bundle.
import promises from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';

const CORE = fileURLToPath(new URL('undici-core.cjs', import.meta.url));

/** Parts of undici that our requests don't use: HTTP/2, bodies other than text, SOCKS. They are required, but not called. */
const UNUSED = /client-h2(\.js)?$|web\/fetch\/body(\.js)?$|socks5-(client|proxy-agent|utils)(\.js)?$/;

/** undici's second parser, for processors without SIMD. Node 20 and later runs on hardly any of them. */
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

/** What the program uses of packages of which most is unused. */
const USED_EXPORTS = {
  htmlparser2: "export { default as Tokenizer } from './node_modules/htmlparser2/dist/esm/Tokenizer.js';",
  'd3-scale': "export { scaleLinear, scaleUtc } from 'd3-scale';",
};

/** Packages that others import for features that the program never uses: schemas and migrations of conf, elicitation of MCP. */
const NEVER_USED = {
  filter: /^(ajv(\/.*)?|ajv-formats|semver)$/,
  importer: /\/node_modules\/(conf|@modelcontextprotocol\/sdk)\/dist\//,
};

/** Leaves out parts of packages that cannot be reached. A feature that needs one would throw. */
export const withoutUnusedParts = {
  name: 'without-unused-parts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(${Object.keys(USED_EXPORTS).join('|')})$`) }, ({ path, kind }) =>
      kind === 'entry-point' ? { path, namespace: 'used' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'used' }, ({ path }) => ({
      contents: USED_EXPORTS[path],
      resolveDir: fileURLToPath(new URL('..', import.meta.url)),
    }));
    onResolve({ filter: NEVER_USED.filter }, ({ path, importer }) =>
      NEVER_USED.importer.test(importer) ? { path, namespace: 'never-used' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'never-used' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** Puts packages into separate files in `packages/`, each read on its first import. Adds to `found` what to build there. */
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
        // The path is relative to bin/, whose `require` the program uses.
        const file = JSON.stringify(`../dist/packages/${found.get(path)}.cjs`);
        return { contents: `export * from ${file}; export { default } from ${file};` };
      });
      onResolve({ filter: /./, namespace: 'apart' }, ({ path }) => ({ path, external: true }));
    },
  };
}

/**
 * Imports Node's own modules without copying their exports: a bundled `import` reads every export, which loads parts that are
 * lazy otherwise. Some modules are loaded on first use. Together this saves about ten milliseconds per run.
 */
export const builtinsAsTheyAre = {
  name: 'builtins-as-they-are',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: BUILTIN }, ({ path, importer, kind }) => {
      // A dynamic import is already lazy.
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

/** Modules that most runs don't use, although a file that they need imports them. */
const LATE = [
  // commander needs it only for subcommands that are separate programs.
  { name: 'node:child_process', importer: /commander/, contents: called('node:child_process', ['spawn']) },
  // undici only compares with the class and reads the number; loading Node's HTTP client takes as long as undici.
  {
    name: 'node:http',
    importer: /undici/,
    contents: `export class IncomingMessage {}
      export const maxHeaderSize = 16384;`,
  },
  // It is only called, and its conditions are nearly always true.
  {
    name: 'node:assert',
    importer: /undici/,
    contents: `module.exports = (value, message) => value || process.getBuiltinModule('node:assert')(value, message);`,
  },
  {
    name: 'node:crypto',
    importer: /\/src\//,
    contents: called('node:crypto', ['createHash', 'createHmac', 'randomBytes', 'timingSafeEqual']),
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
