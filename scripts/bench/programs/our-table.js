// The drawing of `themes list`, taken from the build, without request and checks. Prints the milliseconds of the drawing.
import { theme } from '../items.js';
import { openBuild } from './build.js';

const [, , count, dist] = process.argv;
const { chunkOf } = await openBuild(dist);
const { drawTable } = await import(chunkOf('src/output/table.ts'));
const { commands } = await import(chunkOf('src/resources/themes.ts'));
const { view } = commands.find(({ name }) => name === 'list');
const { columns } = typeof view === 'function' ? view({}) : view;
const items = Array.from({ length: Number(count) }, (_, index) => theme(index));
const same = (text) => text;
const paper = { width: undefined, style: { bold: same, dim: same }, time: same };
const began = performance.now();
const text = drawTable(columns, items, paper);
const took = performance.now() - began;
process.stdout.write(`${JSON.stringify({ took, lines: text.split('\n').length })}\n`);
