// The drawing of `themes list`, without requests and checks. Prints the milliseconds of the drawing. BENCH_TABLE is a bundle of
// its functions, created by run.js, because the program is one file that exports only `main`.
import { theme } from '../items.js';

const { drawTable, listCommand, measureFor } = await import(process.env.BENCH_TABLE);
const { view } = listCommand;
const { columns } = typeof view === 'function' ? view({}) : view;
const items = Array.from({ length: Number(process.argv[2]) }, (_, index) => theme(index));
const same = (text) => text;
const widthOf = await measureFor(JSON.stringify(items));
const display = { width: undefined, widthOf, style: { bold: same, dim: same }, time: same };
const began = performance.now();
const text = await drawTable(columns, items, display);
const took = performance.now() - began;
process.stdout.write(`${JSON.stringify({ took, lines: text.split('\n').length })}\n`);
