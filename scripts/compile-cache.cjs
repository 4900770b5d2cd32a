// Loads the program with code that an earlier run compiled, and sets the V8 flags that make a short run faster.
'use strict';
const fs = require('node:fs');
const { dirname, isAbsolute, join } = require('node:path');
const { makeDirectory, userDirectories } = require('../src/runtime/directories.ts');

const RUN_TYPE = runTypeOf(process.argv.slice(2));

function runTypeOf([first = 'help', ...rest]) {
  // The arguments after it are a line that is being typed.
  if (first === '__complete') return 'complete';
  if (rest.concat(first).some((word) => word === '--help' || word === '-h')) return 'help';
  return /^[a-z]{2,20}$/.test(first) ? first : 'flags';
}

const MAKES_REQUESTS = RUN_TYPE !== 'help' && RUN_TYPE !== 'complete';

const setFlag = (flag) => require('node:v8').setFlagsFromString(flag);

/**
 * Call this before anything is compiled, because V8 does not use code that was compiled with other flags.
 * On Node 20, V8 optimizes the WebAssembly parser of undici at the first response, and the process ends only after that, some
 * fifty milliseconds later. The simple compiler is enough for a short run.
 */
function setCompilerFlags() {
  if (MAKES_REQUESTS && process.versions.node.startsWith('20.')) setFlag('--liftoff-only');
}

/** Call this before the first request: the pages of a long list need no larger space for young objects than the first one. */
async function prepareRequests() {
  setFlag('--semi-space-growth-factor=1');
}

/** Restores the flags of the load, without which V8 would reject the cached code in the next run. */
const resetFlags = () => setFlag('--semi-space-growth-factor=2');

/**
 * Loads the program as `require` does, with cached code where there is any. Call `save` after a successful run: it caches the code
 * that was compiled by then. A cache that cannot be read or written is ignored.
 */
function load(file) {
  const directory = cacheDirectory();
  if (directory === undefined || !process.versions.node.startsWith('20.')) {
    if (directory !== undefined) enableNodeCache(directory);
    return { program: require(file), save: resetFlags };
  }
  const scripts = [];
  const program = loadScript(file, join(directory, process.version), scripts);
  return {
    program,
    save: () => {
      const compiled = scripts.filter(({ script }) => script.cachedDataRejected !== false);
      if (compiled.length > 0) resetFlags();
      for (const { path, script } of compiled) writeCode(path, script.createCachedData());
    },
  };
}

/** Adds the script, and those that it requires from its own directory, to `scripts`. */
function loadScript(file, directory, scripts) {
  const { Script } = require('node:vm');
  const source = fs.readFileSync(file, 'latin1');
  // The first line is the hash of the script.
  const hash = source.slice(2, 34);
  const path = join(directory, [hash, process.arch, RUN_TYPE].join('-'));
  const script = new Script(source, {
    filename: file,
    cachedData: readCode(path),
  });
  scripts.push({ path, script });
  const here = dirname(file);
  const load = (name) => (name === REST ? loadScript(join(here, REST), directory, scripts) : require(name));
  const loaded = { exports: {} };
  script.runInThisContext()(loaded.exports, load, loaded);
  return loaded.exports;
}

/** What help does not need. */
const REST = './rest.cjs';

/** Node 22.8 and later have a compile cache. Its default directory may be writable by others, who could put code there. */
function enableNodeCache(directory) {
  try {
    makeDirectory(directory);
    require('node:module').enableCompileCache?.(directory);
  } catch {
    // Every run compiles again.
  }
}

/** A directory that only this user can write to; undefined when there is none or the cache is disabled. */
function cacheDirectory() {
  const directory = userCacheDirectory();
  return directory !== undefined && isPrivate(directory) ? directory : undefined;
}

/**
 * True when only the effective user can write to the directory or, if it is missing, owns the nearest existing parent. With sudo it
 * may belong to another user, who could have put code there and could not write to a directory that root creates.
 */
function isPrivate(directory) {
  const user = process.geteuid?.();
  if (user === undefined) return true;
  try {
    let path = directory;
    let found = fs.statSync(path, { throwIfNoEntry: false });
    while (found === undefined) {
      path = dirname(path);
      found = fs.statSync(path, { throwIfNoEntry: false });
    }
    return found.uid === user && (path !== directory || (found.mode & WRITABLE_BY_OTHERS) === 0);
  } catch {
    return false;
  }
}

const WRITABLE_BY_OTHERS = 0o022;

function userCacheDirectory() {
  if (process.env.NODE_DISABLE_COMPILE_CACHE !== undefined) return undefined;
  try {
    const home = require('node:os').homedir();
    return isAbsolute(home) ? join(userDirectories(process.platform, process.env, home).cache, 'code') : undefined;
  } catch {
    return undefined;
  }
}

/** The cached code, or undefined. V8 does not check its content, and damaged code would end the process. */
function readCode(path) {
  try {
    const file = fs.readFileSync(path);
    const code = file.subarray(0, -CHECKSUM_BYTES);
    return file.readInt32LE(code.length) === checksumOf(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Writes all or nothing, because other processes read the file. Also removes the code of builds that were not used for a month. */
function writeCode(path, code) {
  const directory = dirname(path);
  const temporary = `${path}.${process.pid}`;
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeInt32LE(checksumOf(code));
  try {
    makeDirectory(directory);
    fs.writeFileSync(temporary, Buffer.concat([code, checksum]), { mode: 0o600 });
    fs.renameSync(temporary, path);
    for (const name of fs.readdirSync(directory)) {
      const file = join(directory, name);
      if (fs.statSync(file).mtimeMs < Date.now() - MONTH_MS) fs.unlinkSync(file);
    }
  } catch {
    fs.rm(temporary, { force: true }, () => undefined);
  }
}

const MONTH_MS = 30 * 86_400_000;

const CHECKSUM_BYTES = 4;

/** Reads one word in 512 bytes: disks lose whole sectors, and reading every byte takes too long. */
function checksumOf(code) {
  let checksum = code.length;
  for (let at = 0; at + 4 <= code.length; at += 512) checksum = (Math.imul(checksum, 31) + code.readInt32LE(at)) | 0;
  return checksum;
}

module.exports = { setCompilerFlags, prepareRequests, load };
