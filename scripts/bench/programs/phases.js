// One `ips list --json`, in steps: its chunks are loaded in the order in which the program would load them, then it runs.
// Prints the moments, in milliseconds since the epoch, as one JSON line on file descriptor 3.
const now = () => performance.timeOrigin + performance.now();
const moments = [['node starts', now()]];
const mark = (name) => moments.push([name, now()]);

const { writeSync } = await import('node:fs');
// The addresses come from outside: to read the metafile here would be measured too.
const { entry, runtime, schemas, noun, execute, client } = JSON.parse(process.env.BENCH_CHUNKS);
mark('(these measurements)');
const { main } = await import(entry);
const { nodeRuntime } = await import(runtime);
mark('loading the words (commander, help, the list of nouns)');
await import(schemas);
mark('loading the schema library');
await import(noun);
mark('loading the schemas of the noun');
await import(execute);
mark('loading what executes and prints');
await import(client);
mark('loading the HTTP client (undici)');
const real = nodeRuntime();
const code = await main({
  ...real,
  argv: ['ips', 'list', '--json'],
  prepareRequests: async () => {
    mark('understanding the words, settings and key');
    await real.prepareRequests?.();
  },
  stdout: {
    isTerminal: false,
    columns: undefined,
    write: async (text) => {
      mark('the request, from connecting to the checked answer');
      await real.stdout.write(text);
      mark('printing');
    },
  },
});
mark('closing the connection');
process.exitCode = code;
process.on('exit', () => {
  mark('until nothing is left to do');
  writeSync(3, `${JSON.stringify(moments)}\n`);
});
