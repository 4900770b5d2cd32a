/** Proves with the real Graphviz that it reads what is printed for it, whatever the texts are. */
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDot } from '../../../../src/nouns/workflow/pictures/dot.ts';
import { readPicture } from '../../../../src/nouns/workflow/pictures/picture.ts';
import { connectionsOf, graphs, hostile, SHAPES } from './graphs.ts';

const isMissing = spawnSync('dot', ['-V']).error !== undefined;

if (isMissing)
  process.stderr.write('test/nouns/workflow/pictures/graphviz.test.ts is skipped: there is no dot of Graphviz here\n');

/** Several documents in one run, because starting it takes most of the time. */
function drawn(format: string, documents: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync('dot', [`-T${format}`], {
    input: documents.join('\n'),
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  // A missing glyph is not a fault of the document.
  const complaints = stderr.split('\n').filter((line) => line !== '' && !/font|glyph|pango/i.test(line));
  expect({ status, complaints }).toEqual({ status: 0, complaints: [] });
  return stdout;
}

const shownTexts = (svg: string): string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) =>
    text
      .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&'),
  );

describe.skipIf(isMissing)('Graphviz', () => {
  it('reads every workflow', { timeout: 120_000 }, async () => {
    const workflows = fc.sample(graphs(10), 60);
    const svg = drawn('svg', await Promise.all(workflows.map((workflow) => toDot(workflow))));
    const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
    const count = (pattern: RegExp) => [...svg.matchAll(pattern)].length;
    expect(count(/class="node"/g)).toBe(sum(workflows.map((workflow) => readPicture(workflow).nodes.length)));
    expect(count(/class="edge"/g)).toBe(sum(workflows.map(connectionsOf)));
  });

  it.each(['nothing', 'a cycle', 'a connection to itself', 'a chain of 300'])('reads %s', async (name) => {
    drawn('svg', [await toDot(SHAPES[name])]);
  });

  it('shows hostile texts as they are', async () => {
    const texts = shownTexts(drawn('svg', [await toDot(hostile)]));
    for (const text of ['</script><script>document.title', '\\N \\G \\', '#35; &amp; &lt;b&gt; 100%']) {
      expect(texts.filter((shown) => shown.includes(text)).length, text).toBeGreaterThan(0);
    }
  });
});
