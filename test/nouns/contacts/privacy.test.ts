/** What commands about people leave behind: private files, none of which names a person, except the copies that were asked for. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { splitWords } from '../../words.ts';
import { createWorld } from '../../world.ts';

const LINES = [
  'contacts show ada@example.com',
  'contacts update ada@example.com --user-id user_42 --set plan=pro --list "Product tips"',
  'contacts export --file people.csv',
  'contacts import people.csv --mode create --may-trigger --on-error skip --report report',
  'contacts suppression show gone@acme.test',
  'transactional send "Push notifications off" --from people.csv --report sent',
  'transactional send "Push notifications off" --to ada@example.com --var firstName=Ada',
  'events send signedOut --to ada@example.com --contact-property plan=team',
  'contacts erase --file gone.csv --receipt receipts --backup copies',
];

const PERSONAL = /@example\.com|@acme\.test|user_4|Elise/;

it('is private and names nobody', async () => {
  const world = await createWorld();
  onTestFinished(world.close);
  await world.write('people.csv', 'email,firstName\nada@example.com,Ada\nben@example.com,Ben\n');
  await world.write('gone.csv', 'email\nelise@example.com\n');
  const given = new Set(readdirSync(world.directory));
  for (const line of LINES) {
    const { code, stderr } = await world.run([...splitWords(line), ...(/ (show|export) /.test(line) ? [] : ['--yes'])]);
    // The contacts exist, so creating them is refused, and the journal stays.
    expect([0, 9], `${line}: ${stderr}`).toContain(code);
  }
  for (const list of ['contacts show', 'lists list', 'properties list', 'events list', 'transactional list']) {
    await world.run(['__refresh', list]);
  }
  await world.run(['__complete', 'bash', '3', 'loopsctl', 'contacts', 'show', '']);
  const left = readdirSync(world.directory, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, path: relative(world.directory, join(entry.parentPath, entry.name)) }))
    .filter(({ path }) => !given.has(path));
  expect(left.length).toBeGreaterThan(8);
  for (const { entry, path } of left) {
    const mode = statSync(join(world.directory, path)).mode & 0o777;
    expect({ path, mode: mode.toString(8) }).toEqual({ path, mode: entry.isDirectory() ? '700' : '600' });
    if (entry.isFile() && !path.startsWith('copies')) {
      expect({ path, names: readFileSync(join(world.directory, path), 'utf8').match(PERSONAL)?.[0] }).toEqual({ path });
    }
  }
});
