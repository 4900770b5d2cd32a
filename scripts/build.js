// Bundles src/ into dist/: one file that every run needs, one for all commands, and one for each package that only some load.
import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { build, transform } from 'esbuild';
import { builtinsAsTheyAre, packagesApart, slimUndici, withoutUnusedParts } from './bundle-plugins.js';
import { buildConstants } from './constants.js';
import { writeLicenses } from './licenses.js';
import { pageMetafile } from './page.js';

/** Packages that nearly every run needs, a small one, and one that would contain zod again. Every other is a file, read on import. */
const IN_THE_PROGRAM = [
  'commander',
  'fastest-levenshtein',
  'zod',
  'undici',
  'chalk',
  'ipaddr.js',
  '@modelcontextprotocol/sdk',
];

/** In place of a copy of the exports, through which each use of one would be slower. */
const EXPORTS_AS_THEY_ARE = "__toCommonJS=exports=>__defProp(exports,'__esModule',{value:true});";

const syntax = { platform: 'node', target: 'node20.18', minifySyntax: true, minifyWhitespace: true };

const common = {
  ...syntax,
  bundle: true,
  // Node starts CommonJS scripts sooner, and V8 can cache their compiled code (scripts/compile-cache.cjs).
  format: 'cjs',
  metafile: true,
  logLevel: 'warning',
};

await rm('dist', { recursive: true, force: true });
/** Specifiers of the other packages, and the names of their files. */
const apart = new Map();
const program = await build({
  ...common,
  entryPoints: ['scripts/program.js'],
  outdir: 'dist',
  chunkNames: '[name]-[hash]',
  format: 'esm',
  splitting: true,
  write: false,
  define: buildConstants,
  plugins: [packagesApart(IN_THE_PROGRAM, apart), slimUndici, withoutUnusedParts, builtinsAsTheyAre],
});
await mkdir('dist', { recursive: true });
/** The functions that esbuild adds to each module. A script needs one copy. */
const helpers = (await asCommonJs('export * from "a"; export { b } from "b"; import("c")')).match(
  /var __\w+=.*?;(?=var )/g,
);
const isSmall = atStart(program.metafile.outputs);
await writeFile('dist/main.cjs', await mainScript(program.outputFiles.filter(isSmall)));
await writeFile('dist/rest.cjs', await restScript(program.outputFiles.filter((file) => !isSmall(file))));
await build({
  ...common,
  // bin/ needs it before it loads the program.
  entryPoints: ['scripts/compile-cache.cjs'],
  outfile: 'dist/compile-cache.cjs',
  plugins: [builtinsAsTheyAre],
});
const packages = await build({
  ...common,
  entryPoints: [...apart].map(([specifier, out]) => ({ in: specifier, out })),
  outdir: 'dist/packages',
  outExtension: { '.js': '.cjs' },
  plugins: [withoutUnusedParts, builtinsAsTheyAre],
});

const metafile = {
  inputs: { ...packages.metafile.inputs, ...program.metafile.inputs },
  outputs: { ...packages.metafile.outputs, ...program.metafile.outputs },
};
// Input for https://esbuild.github.io/analyze/, which shows the contents of each file.
await writeFile('dist/metafile.json', JSON.stringify(metafile));
await writeLicenses([metafile, pageMetafile], 'dist/LICENSES.txt');

/** Whether a file belongs to what help and completion load, with its static imports: a shell waits for the other one at each Tab. */
function atStart(outputs) {
  const names = new Set();
  const add = (path) => {
    if (names.has(basename(path))) return;
    names.add(basename(path));
    for (const { path: imported, kind, external } of outputs[path].imports) {
      if (kind === 'import-statement' && !external) add(imported);
    }
  };
  add('dist/program.js');
  add(Object.keys(outputs).find((path) => outputs[path].entryPoint === 'src/completion/answer.ts'));
  return ({ path }) => names.has(basename(path));
}

/**
 * Joins modules as functions in one object, each called on its first import: modules that a run does not need are read, but
 * neither compiled nor executed.
 */
async function asFunctions(files) {
  const functions = await Promise.all(
    files.map(async ({ path, text }) => {
      const code = helpers.reduce((rest, helper) => rest.replace(helper, ''), await asCommonJs(text));
      return `${JSON.stringify(`./${basename(path)}`)}(exports,require,module){${code}}`;
    }),
  );
  return `{${functions.join(',\n')}}`;
}

async function asCommonJs(text) {
  const options = { ...syntax, minifySyntax: false, format: 'cjs' };
  // Dynamic imports have to use the loader of the script.
  return (await transform(text, { ...options, supported: { 'dynamic-import': false } })).code;
}

/**
 * The first line is unique to the script and names its entry in the code cache. The rest is a function that Node calls when it
 * loads the file. For the code cache it is the value of the script: adding text around megabytes would take milliseconds.
 */
function asScript(code) {
  const call = "typeof module==='undefined'?run=>run:run=>run(exports,require,module)";
  const script = `(${call})(function(exports,require,module){${helpers.join('')}\n${EXPORTS_AS_THEY_ARE}\n${code}});\n`;
  return `//${createHash('sha256').update(script).digest('hex').slice(0, 32)}\n${script}`;
}

async function restScript(files) {
  return asScript(`module.exports=${await asFunctions(files)};`);
}

async function mainScript(files) {
  return asScript(`const modules=${await asFunctions(files)};
const loaded=new Map();
let rest;
function find(name){
  if(Object.hasOwn(modules,name))return modules[name];
  if(!/^\\.\\/[^/]+\\.js$/.test(name))return undefined;
  rest??=require('./rest.cjs');
  return rest[name];
}
function load(name){
  const known=loaded.get(name);
  if(known!==undefined)return known.exports;
  const run=find(name);
  if(run===undefined)return require(name);
  const module={exports:{}};
  loaded.set(name,module);
  run(module.exports,load,module);
  return module.exports;
}
module.exports=load('./program.js');`);
}
