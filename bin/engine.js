// What the engine is told, and what is kept of its work: V8 compiles the program once, not in every run.
'use strict';
const fs = require('node:fs');
const { dirname, isAbsolute, join } = require('node:path');

/** What a run is about decides what of the program is compiled: help, which makes no request, or a noun. */
const KIND = kindOf(process.argv.slice(2));

function kindOf([first = 'help', ...rest]) {
  // The words after it are those of a line that is being typed.
  if (first === '__complete') return 'complete';
  if (rest.concat(first).some((word) => word === '--help' || word === '-h')) return 'help';
  return /^[a-z]{2,20}$/.test(first) ? first : 'flags';
}

const setFlag = (flag) => require('node:v8').setFlagsFromString(flag);

/**
 * Before anything is compiled: what V8 has compiled under other flags is of no use to it.
 * undici parses answers with WebAssembly: on Node 20, V8 begins to optimise it at the first answer, and the process cannot
 * end before that is done, some fifty milliseconds later; the simple compiler is all that a short run needs.
 */
function tellEngine() {
  if (KIND !== 'help' && process.versions.node.startsWith('20.')) setFlag('--liftoff-only');
}

/**
 * Before the first request: a long list goes through memory page by page. That needs no more room for young objects than
 * the first page did, which V8 would otherwise make room for as if they were to stay.
 */
async function prepareRequests() {
  setFlag('--semi-space-growth-factor=1');
}

/** As when it was loaded, or what is kept would not be taken the next time. */
const asItWas = () => setFlag('--semi-space-growth-factor=2');

/**
 * Loads a script as `require` does, with the code that an earlier run has kept. `keep` is to be called after a run that went
 * well: it keeps what was compiled by then, if nothing was kept before. What cannot be read or written is done without.
 */
function load(file) {
  const folder = cacheFolder();
  if (folder === undefined || !process.versions.node.startsWith('20.')) {
    if (folder !== undefined) letNodeKeep(folder);
    return { program: require(file), keep: asItWas };
  }
  const { Script } = require('node:vm');
  // Its characters are all of ASCII.
  const source = fs.readFileSync(file, 'latin1');
  // The first line names this build.
  const build = source.slice(2, 34);
  const path = join(folder, process.version, [build, process.arch, KIND].join('-'));
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: file,
    cachedData: readKept(path),
  });
  const loaded = { exports: {} };
  script.runInThisContext()(loaded.exports, require, loaded, file, dirname(file));
  return {
    program: loaded.exports,
    keep: () => {
      if (script.cachedDataRejected === false) return;
      asItWas();
      keepCode(path, script.createCachedData());
    },
  };
}

/** From 22.8 on Node does it by itself; by default in a folder that others can write to, and with code that we would run. */
function letNodeKeep(folder) {
  try {
    directories().makeDirectory(folder);
    require('node:module').enableCompileCache?.(folder);
  } catch {
    // Every run compiles anew.
  }
}

/** This user's own: nobody else can put code there. Undefined where there is none, or where it is not wanted. */
function cacheFolder() {
  const folder = folderByCustom();
  return folder !== undefined && isOwn(folder) ? folder : undefined;
}

/**
 * Whether only whoever runs this can write to the folder, or owns the nearest one above it where it is still to be made.
 * Under sudo it may be another user's, who could have put code there, and could not write to a folder that root has made.
 */
function isOwn(folder) {
  const user = process.geteuid?.();
  if (user === undefined) return true;
  try {
    let path = folder;
    let found = fs.statSync(path, { throwIfNoEntry: false });
    while (found === undefined) {
      path = dirname(path);
      found = fs.statSync(path, { throwIfNoEntry: false });
    }
    return found.uid === user && (path !== folder || (found.mode & WRITABLE_BY_OTHERS) === 0);
  } catch {
    return false;
  }
}

const WRITABLE_BY_OTHERS = 0o022;

const directories = () => require('../dist/directories.cjs');

function folderByCustom() {
  if (process.env.NODE_DISABLE_COMPILE_CACHE !== undefined) return undefined;
  try {
    const home = require('node:os').homedir();
    return isAbsolute(home)
      ? join(directories().userDirectories(process.platform, process.env, home).cache, 'code')
      : undefined;
  } catch {
    return undefined;
  }
}

/** What was kept, or undefined: V8 believes what it is given, and damaged code would end the process. */
function readKept(path) {
  try {
    const file = fs.readFileSync(path);
    const code = file.subarray(0, -CHECK_BYTES);
    return file.readInt32LE(code.length) === checkOf(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** All of it or nothing, as others may read it at this moment. What was left long ago goes: builds come and go. */
function keepCode(path, code) {
  const folder = dirname(path);
  const unfinished = `${path}.${process.pid}`;
  const check = Buffer.alloc(CHECK_BYTES);
  check.writeInt32LE(checkOf(code));
  try {
    directories().makeDirectory(folder);
    fs.writeFileSync(unfinished, Buffer.concat([code, check]), { mode: 0o600 });
    fs.renameSync(unfinished, path);
    for (const name of fs.readdirSync(folder)) {
      const left = join(folder, name);
      if (fs.statSync(left).mtimeMs < Date.now() - LONG_AGO_MS) fs.unlinkSync(left);
    }
  } catch {
    // The next run compiles again.
    fs.rm(unfinished, { force: true }, () => undefined);
  }
}

const LONG_AGO_MS = 30 * 86_400_000;

const CHECK_BYTES = 4;

/** Of a word in every 512 bytes: what is lost on a disk is lost in sectors, and to look at every byte takes too long. */
function checkOf(code) {
  let check = code.length;
  for (let at = 0; at + 4 <= code.length; at += 512) check = (Math.imul(check, 31) + code.readInt32LE(at)) | 0;
  return check;
}

module.exports = { tellEngine, prepareRequests, load };
