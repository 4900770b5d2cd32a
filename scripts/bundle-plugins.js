// How some modules get into the bundle in a form that costs a short run less.
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

/**
 * Node's own modules, taken as they are: an `import` of one makes Node look at everything that it exports, which loads what
 * is loaded lazily otherwise, and a `require` has to be made first in every file. Together some ten milliseconds a run.
 */
export const builtinsAsTheyAre = {
  name: 'builtins-as-they-are',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: BUILTIN }, ({ path, kind, importer }) => {
      // Who imports at run time has chosen the moment.
      if (kind === 'dynamic-import') return { path, external: true };
      const namespace = importer.includes('commander') && path === 'node:child_process' ? 'lazy' : 'builtin';
      return { path: path.replace(/^(node:)?/, 'node:'), namespace };
    });
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}');`,
    }));
    // Commander has this for subcommands that are programs of their own; ours are not.
    onLoad({ filter: /./, namespace: 'lazy' }, ({ path }) => ({
      contents: `exports.spawn = (...words) => process.getBuiltinModule('${path}').spawn(...words);`,
    }));
  },
};

const BUILTIN = new RegExp(`^(node:.+|${builtinModules.join('|')})$`);
