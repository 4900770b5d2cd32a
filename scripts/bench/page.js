// Formats the measurements as a page and as a few lines for the terminal.

const number = (value, unit) => (unit === 'ms' && value >= 1000 ? value.toFixed(0) : value.toFixed(1));
const withSpread = ({ median, least, most }, unit) =>
  `${number(median, unit)} ${unit} (${number(least, unit)}–${number(most, unit)})`;
const verdict = ({ ratio }, goal) => (ratio <= goal ? 'met' : '**not met**');

function table(headings, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}

const rowCells = ({ what, peerName, goal, result, reason }) =>
  result === undefined
    ? [what, peerName, '', '', '', String(goal), `not measured: ${reason}`]
    : [
        what,
        peerName,
        withSpread(result.ours, result.unit),
        withSpread(result.peer, result.unit),
        result.ratio.toFixed(2),
        String(goal),
        verdict(result, goal),
      ];

/** Update it when you try something else. */
const REMAINDER = `## Where the rest of the time goes

What was tried for the goals that are hardest to meet:

- \`--help\`: the program is two scripts, and help reads only the first, a twelfth of the code: three milliseconds less. Output to a pipe is
  written without the stream of the process: another three. The verbs of nouns, which it does not print, are not added: another two.
  Node itself takes two thirds of the time; the rest is mostly the compiled code of commander and opening the files of the cache.
- \`ips list --json\`: most of the difference is undici (about a third of its code runs for one request), the schema library with the
  schemas of one command (3 to 5 ms), and commander. A run of a command reads both scripts, so the split does not help it: reading them
  takes three milliseconds, and their compiled code four. Both are smaller without a copy of esbuild's functions in each module, and
  nothing is added to their text in memory. The bare script has no retries, timeouts, limits, schemas or arguments.
- Completion: it reads only the first script too, which it shares with help, and sets no flags of V8, because it makes no request.
- Checks of many files: a buffer of a megabyte for each file took half of the time, because they had to be collected; now a buffer has
  the size of its file. Five calls per file to the thread pool of Node took most of the rest; now files are read without threads.
- \`mcp\`: the commands of its tools are loaded when a client lists them, and formats for dates and numbers when one is used.
- Standalone binary: it already consists of small modules with bytecode, of which a run reads only what it needs
  (80 of 300). A third of the processor time of a run is spent by the compilers of the engine on other threads; only an environment
  variable turns them off, not the build, and a list of many pages needs them. Starting the engine takes a third of the time.
- Peak memory: the guard's extra iterator around lists was removed for a measurement and made no difference beyond 1 MB. Smaller spaces for
  young objects (4 and 8 MB) did not help either. \`AbortSignal.any\` and \`AbortSignal.timeout\` kept 8 MB of signals and timers. The
  growth that is left is what V8 lets accumulate between two collections of old objects.
- \`workflow show\`: it also reads the names of other records, from the cache. The name of that file was a SHA-256 hash, and loading
  \`node:crypto\` took a third of the difference; a short fingerprint needs no module.

`;

export function asPage({ rows, phases, phaseRuns, first, certificates, machine, versions }) {
  const measured = rows.filter(({ result }) => result !== undefined);
  const met = measured.filter(({ result, goal }) => result.ratio <= goal);
  return `# Benchmarks

\`npm run bench\` writes this page. It builds the program, fetches the one peer that is not a dependency (a pinned version,
into the user's cache) and measures against a stub on loopback. It contacts nothing else.

${table(
  ['', ''],
  [
    ['date', machine.date],
    ['machine', `${machine.cores} × ${machine.model}, ${machine.memory} GB`],
    ['initial load', machine.load],
    ['system', machine.system],
    ...versions.map(({ name, version }) => [name, version]),
  ],
)}

## Goals

${met.length} of ${rows.length} goals are met, ${measured.length - met.length} not met, ${rows.length - measured.length} not measured. Medians (min–max); the
ratio is that of the medians.

${table(['what', 'peer', 'loopsctl', 'peer', 'ratio', 'goal', ''], rows.map(rowCells))}

How each row is measured:

${rows.map(({ what, peerName, how, result }) => `- ${what} / ${peerName}: ${how}${result === undefined ? '' : ` ${result.runs} runs each.`}`).join('\n')}

The two programs of a row run alternately, each in its own process with output to a pipe, after warm-up turns. Time is wall
time from before the process starts to its end. Each run must exit with 0 and print the expected number of lines, if that is
known. The environment is minimal, with separate directories: \`NODE_OPTIONS\` and \`NODE_EXTRA_CA_CERTS\` are not passed on, because
the latter alone can double the start-up time of Node, which would improve every ratio to \`node -e 0\`. The "bare" programs are
in \`scripts/bench/programs\`, as typical ES modules. An item is a theme with all 39 styles, about 1.1 kB of JSON; a page has 50
items.

${
  certificates.length === 0
    ? ''
    : `With the \`NODE_EXTRA_CA_CERTS\` of the shell that ran the benchmark, so that Node reads certificates at every start:

${table(['what', 'peer', 'loopsctl', 'peer', 'ratio', 'goal', ''], certificates.map(rowCells))}

`
}${REMAINDER}## Phases of \`ips list --json\`

Milliseconds per phase, medians of ${phaseRuns} runs, which do not add up exactly. A phase ends when the program first asks its
runtime for the input of the next one.

${
  phases.length === 0
    ? 'Not measured.'
    : table(
        ['phase', 'ms', 'min–max'],
        phases.map(({ name, ms, least, most }) => [name, ms.toFixed(1), `${least.toFixed(1)}–${most.toFixed(1)}`]),
      )
}

V8 compiles the program in the first run of a noun, and the compiled code is stored in the user's cache directory. Without it, as in that
first run or with \`NODE_DISABLE_COMPILE_CACHE=1\`, the same command takes ${withSpread(first.ours, 'ms')} instead of
${withSpread(first.peer, 'ms')}. \`scripts/compile-cache.cjs\` does this on Node 20; later versions do it themselves.

## Run the benchmark

\`\`\`sh
npm ci && npm run bench
\`\`\`

takes a few minutes. \`BENCH_BINARY=path\` selects another standalone binary than that of \`npm run build:binary\`. Timings on a busy
machine are unreliable: look at the spread. The ratios are goals, not tests, so the exit code is always 0.
`;
}

export function asLines({ rows }) {
  const width = Math.max(...rows.map(({ what, peerName }) => `${what} / ${peerName}`.length));
  return rows
    .map(({ what, peerName, goal, result, reason }) => {
      const name = `${what} / ${peerName}`.padEnd(width);
      if (result === undefined) return `${name}  not measured: ${reason}`;
      return `${name}  ${result.ratio.toFixed(2).padStart(5)}  goal ${goal.toFixed(2)}  ${result.ratio <= goal ? 'met' : 'NOT MET'}`;
    })
    .join('\n');
}
