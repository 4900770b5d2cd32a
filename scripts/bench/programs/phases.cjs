// Runs `ips list --json` with the built program and a runtime that records the first use of each of its parts. Prints the
// times, in milliseconds since the epoch, as one line of JSON on file descriptor 3. BENCH_PROGRAM is the directory of bin/.
'use strict';
const now = () => performance.timeOrigin + performance.now();
const moments = [['node starts', now()]];
const mark = (name) => moments.push([name, now()]);

const { join } = require('node:path');
const { setCompilerFlags, prepareRequests, load } = require(
  join(process.env.BENCH_PROGRAM, '../dist/compile-cache.cjs'),
);
setCompilerFlags();
const { program, save } = load(join(process.env.BENCH_PROGRAM, '../dist/main.cjs'));
mark('loading the part that help needs, with compiled code from the cache');

const STEPS = {
  now: 'loading the rest, parsing arguments: commander, the schemas of the command, the output plan',
  lookup: 'settings, the API key, and the HTTP client (undici)',
};
const marked = new Set();
const real = program.nodeRuntime();
const runtime = new Proxy(real, {
  get(_, name) {
    if (name in STEPS && !marked.has(name)) {
      marked.add(name);
      mark(STEPS[name]);
    }
    return { stdout, prepareRequests }[name] ?? Reflect.get(real, name);
  },
});
const stdout = {
  isTerminal: false,
  columns: undefined,
  write: async (text) => {
    mark('the request, from connecting to the validated response');
    await real.stdout.write(text);
    mark('printing');
  },
};

program.main(runtime).then((code) => {
  mark('closing the connection');
  process.exitCode = code;
  if (code === 0) save();
  process.on('exit', () => {
    mark('until the process exits');
    require('node:fs').writeSync(3, `${JSON.stringify(moments)}\n`);
  });
});
