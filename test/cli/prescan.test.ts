/** Proves that whoever asked for JSON, quiet or plain text gets it in errors too, even when the words make no command. */
import { describe, expect, it } from 'vitest';
import { prescan } from '../../src/cli/prescan.ts';

const scan = (line: string) => prescan(line === '' ? [] : line.split(' '));

describe('errors', () => {
  it.each([
    ...[
      '--json',
      'nope --json',
      '-o json',
      '-ojson',
      '--output json',
      '--output=json',
      '-o ndjson',
      '--output=ndjson x',
    ],
    ...['-qo json', '-qojson', 'themes list -o json'],
  ])('are JSON after `%s`', (line) => expect(scan(line).json).toBe(true));

  it.each([
    '',
    'themes list',
    '-o',
    '-o table',
    '-o yaml',
    '--output=csv',
    'json',
    '--output',
    '-o xml json',
    '-q json',
  ])('are text after `%s`', (line) => expect(scan(line).json).toBe(false));

  it('come with all that was given', () => {
    const plain = { quiet: false, debug: false, json: false, noColor: false, noPager: false };
    expect(scan('themes list')).toEqual(plain);
    const asked = { quiet: true, debug: true, json: true, noColor: true, noPager: true };
    expect(scan('-q nope --debug --no-color --no-pager --json')).toEqual(asked);
    expect([scan('--quiet').quiet, scan('-qo yaml').quiet, scan('quiet').quiet]).toEqual([true, true, false]);
  });
});
