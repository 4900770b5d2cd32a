// One `ips list --json` by the built program, whose runtime notes when it is first asked for what marks a step.
// Prints the moments, in milliseconds since the epoch, as one JSON line on file descriptor 3. BENCH_PROGRAM is the folder of bin/.
'use strict';
const now = () => performance.timeOrigin + performance.now();
const moments = [['node starts', now()]];
const mark = (name) => moments.push([name, now()]);

const { join } = require('node:path');
const { setCompilerFlags, prepareRequests, load } = require(join(process.env.BENCH_PROGRAM, 'compile-cache.js'));
setCompilerFlags();
const { program, save } = load(join(process.env.BENCH_PROGRAM, '../dist/main.cjs'));
mark('loading the program: one file, with the code that V8 has kept');

const STEPS = {
  now: 'understanding the words: commander, the schemas of the noun, the plan of the output',
  lookup: 'settings, the key, and the HTTP client (undici)',
};
const told = new Set();
const real = program.nodeRuntime();
const runtime = new Proxy(real, {
  get(_, name) {
    if (name in STEPS && !told.has(name)) {
      told.add(name);
      mark(STEPS[name]);
    }
    return { stdout, prepareRequests }[name] ?? Reflect.get(real, name);
  },
});
const stdout = {
  isTerminal: false,
  columns: undefined,
  write: async (text) => {
    mark('the request, from connecting to the checked answer');
    await real.stdout.write(text);
    mark('printing');
  },
};

program.main(runtime).then((code) => {
  mark('closing the connection');
  process.exitCode = code;
  if (code === 0) save();
  process.on('exit', () => {
    mark('until nothing is left to do');
    require('node:fs').writeSync(3, `${JSON.stringify(moments)}\n`);
  });
});
