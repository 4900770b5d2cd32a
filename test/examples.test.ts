/** Every example that help shows really works: each is run on a fresh sandbox, a noun's examples in their order. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toolNouns } from '../src/commands/index.ts';
import { resources } from '../src/resources/index.ts';
import { splitWords } from './words.ts';
import { createWorld } from './world.ts';

/** The sending IPs of the sandbox. */
const ALLOWED = ['192.0.2.25', '198.51.100.17', '203.0.113.240', '2001:db8::25', '2001:db8:4:1::17'];

/** What the files hold that examples read. */
const FILES: Readonly<Record<string, string>> = {
  'key.txt': 'sandbox\n',
  'nginx.conf': ALLOWED.map((address) => `allow ${address};\n`).join(''),
  'allow-list.txt': '# mail\n192.0.2.0/24\n198.51.100.17\n203.0.113.240\n2001:db8::/32\n',
  'welcome.json': readFileSync(new URL('./fixtures/welcome.json', import.meta.url), 'utf8'),
};

for (const noun of [...resources, ...toolNouns]) {
  test(`the examples of ${noun.name} work`, async () => {
    const world = await createWorld();
    try {
      for (const [name, content] of Object.entries(FILES)) await world.write(name, content);
      for (const { examples } of await noun.load()) {
        expect(examples.length).toBeGreaterThan(0);
        for (const { line } of examples) {
          const [typed = '', file] = line.split(' < ');
          const stop = new AbortController();
          const { code, stderr } = await world.run(splitWords(typed), {
            ...(file === undefined ? {} : { stdin: FILES[file] ?? '' }),
            execute: async () => 'sandbox\n',
            signal: stop.signal,
            // A command that goes on until it is stopped has shown what it does with its first line.
            onStdout: () => typed.startsWith('sandbox start') && stop.abort(),
          });
          expect({ line, code, stderr: code === 0 ? '' : stderr }).toEqual({ line, code: 0, stderr: '' });
        }
      }
    } finally {
      await world.close();
    }
  });
}
