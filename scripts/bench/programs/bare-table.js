// cli-table3 alone: the same columns of the same items, in the same style. Prints the milliseconds of the drawing.
import Table from 'cli-table3';
import { theme } from '../items.js';

const items = Array.from({ length: Number(process.argv[2]) }, (_, index) => theme(index));
const began = performance.now();
const empty =
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid';
const table = new Table({
  chars: { ...Object.fromEntries(empty.split(' ').map((name) => [name, ''])), middle: '  ' },
  style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
  head: ['ID', 'NAME', 'DEFAULT', 'BACKGROUND', 'BUTTON', 'FONT', 'UPDATED'],
});
for (const { id, name, isDefault, styles, updatedAt } of items) {
  const { backgroundColor, buttonBodyColor, bodyFontFamily } = styles;
  table.push([id, name, isDefault ? 'yes' : '', backgroundColor, buttonBodyColor, bodyFontFamily, updatedAt]);
}
const text = table.toString();
const took = performance.now() - began;
process.stdout.write(`${JSON.stringify({ took, lines: text.split('\n').length })}\n`);
