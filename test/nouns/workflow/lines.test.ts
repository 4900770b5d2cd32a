/** Lines of fields in JSON. */
import { expect, test } from 'vitest';
import { linesOf } from '../../../src/nouns/workflow/lines.ts';

test('finds the first field with a name, whatever the layout, and no text that looks like one', () => {
  const json =
    '{"rootNodeId": "a",\n"text": "\\"b\\": {\\n",\n"nodes": {\n  "a": {"nextNodeIds": ["b"]},\n  "b" : {"a": 1}}}';
  expect([...linesOf(json, ['a', 'b', 'gone'])]).toEqual([
    ['a', 4],
    ['b', 5],
  ]);
  expect([...linesOf(JSON.stringify({ 'x"y': {} }), ['x"y'])]).toEqual([['x"y', 1]]);
});
