/** Runs every session in the docs on a sandbox and compares its output. `npm run docs` updates the pages. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { splitWords } from '../words.ts';
import { createWorld, type World } from '../world.ts';

const PAGES = ['README.md', 'docs/workflows.md'];

/** Of the terminal whose output the pages show. */
const COLUMNS = 90;

/** A terminal shows progress until this. */
const ERASE_LINE = '\r\u001b[K';

/** `$ loopsctl --sandbox ...`, optionally followed by `; echo $?`, and the output below it. */
const SESSION = /^```console\n\$ loopsctl --sandbox (.*?)(; echo \$\?)?\n([\s\S]*?)^```$/gm;

async function session({ run }: World, line: string, echo: string | undefined): Promise<string> {
  const { stdout, stderr, code } = await run(splitWords(line), { columns: COLUMNS, env: { NO_COLOR: '1' } });
  const messages = stderr.split(ERASE_LINE).at(-1);
  const output = `${messages}${stdout}${echo === undefined ? '' : `${code}\n`}`;
  return `\`\`\`console\n$ loopsctl --sandbox ${line}${echo ?? ''}\n${output}\`\`\``;
}

test.each(PAGES)('%s has the output of its sessions', async (name) => {
  const path = fileURLToPath(new URL(`../../${name}`, import.meta.url));
  const page = readFileSync(path, 'utf8');
  const world = await createWorld();
  try {
    let written = '';
    let end = 0;
    for (const found of page.matchAll(SESSION)) {
      const [block, line = '', echo] = found;
      written += page.slice(end, found.index) + (await session(world, line, echo));
      end = found.index + block.length;
    }
    expect(end, 'the page has a session').toBeGreaterThan(0);
    await expect(written + page.slice(end)).toMatchFileSnapshot(path);
  } finally {
    await world.close();
  }
});
