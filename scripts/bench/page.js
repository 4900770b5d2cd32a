// What was measured, as a page and as a few lines for the terminal.

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

export function asPage({ rows, phases, phaseRuns, first, certificates, machine, versions }) {
  const measured = rows.filter(({ result }) => result !== undefined);
  const met = measured.filter(({ result, goal }) => result.ratio <= goal);
  return `# Benchmarks

This page is written by \`npm run bench\`, which builds the program, fetches the one peer that is not among the dependencies
(by pinned version, into the user's cache) and measures against a stub on loopback. Nothing else is contacted.

${table(
  ['', ''],
  [
    ['date', machine.date],
    ['machine', `${machine.cores} × ${machine.model}, ${machine.memory} GB`],
    ['load when it began', machine.load],
    ['system', machine.system],
    ...versions.map(({ name, version }) => [name, version]),
  ],
)}

## Goals

${met.length} of ${rows.length} goals are met, ${measured.length - met.length} not met, ${rows.length - measured.length} not measured. Medians, with the least and the most in
brackets; the ratio is that of the medians.

${table(['what', 'peer', 'loopsctl', 'peer', 'ratio', 'goal', ''], rows.map(rowCells))}

How each is measured:

${rows.map(({ what, peerName, how, result }) => `- ${what} / ${peerName}: ${how}${result === undefined ? '' : ` ${result.runs} runs each.`}`).join('\n')}

The two of a row run in turns, each as a process of its own whose output is read through a pipe, after turns that do not
count. Time is wall time from before the process is started until it has ended. Each run is checked: it must exit with 0 and,
where the number is known, print as many lines as it should. The environment has nothing in it but what is needed, and
folders of its own: \`NODE_OPTIONS\` and \`NODE_EXTRA_CA_CERTS\` are not passed on, because the latter alone can double the time
in which Node starts, which would make every ratio to \`node -e 0\` look better than it is. The programs that stand for "bare"
are in \`scripts/bench/programs\`, ES modules as one would write them. An item is a theme with all 39 styles, some 1.1 kB
of JSON, and a page has 50 of them.

${
  certificates.length === 0
    ? ''
    : `With \`NODE_EXTRA_CA_CERTS\` as the shell has it that ran this page, where every start of Node first reads certificates:

${table(['what', 'peer', 'loopsctl', 'peer', 'ratio', 'goal', ''], certificates.map(rowCells))}

`
}## Where the time of \`ips list --json\` goes

Milliseconds by phase, medians of ${phaseRuns} runs, which do not add up exactly. A phase ends where the program first asks its
runtime for what the next one needs.

${
  phases.length === 0
    ? 'Not measured.'
    : table(
        ['phase', 'ms', 'least–most'],
        phases.map(({ name, ms, least, most }) => [name, ms.toFixed(1), `${least.toFixed(1)}–${most.toFixed(1)}`]),
      )
}

V8 compiles the program in the first run of a noun and keeps the result in the user's cache folder. Without it, as in that
first run or with \`NODE_DISABLE_COMPILE_CACHE=1\`, the same command takes ${withSpread(first.ours, 'ms')} instead of
${withSpread(first.peer, 'ms')}. \`bin/compile-cache.js\` does this on Node 20; later versions do it by themselves.

## Run it

\`\`\`sh
npm ci && npm run bench
\`\`\`

takes a few minutes. \`BENCH_BINARY=path\` names a standalone binary other than the one that \`npm run build:binary\` makes.
Timings of a busy machine say little: look at the spread. The ratios are goals, not tests, so the exit code is 0 whatever
they are.
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
