/** Proves what each script is given for the same candidates. */
import { expect, it } from 'vitest';
import type { Completion } from '../../src/cli/complete.ts';
import { readRequest } from '../../src/cli/shells.ts';
import type { ShellName } from '../../src/define/shell-name.ts';

const BREAKS = ' \t\n"\'@><=;|&(:';
const record = (id: string, name: string) => ({ value: id, description: name, name });
const of = (...candidates: Completion['candidates']): Completion => ({ candidates, files: false });

const linesOf = (shell: ShellName, asked: readonly string[], completion: Completion) =>
  readRequest(shell, asked).lines(completion);

const TWO = of(record('c1', 'Sale'), record('c2', 'Save\n\u001b[31m the date'));
const bash = (word: string, type = '9') => [`=loopsctl themes show ${word}`, type, BREAKS];

it('bash lists names with IDs, and inserts only IDs', () => {
  expect(linesOf('bash', bash('c'), TWO)).toEqual(['words', 'c1  (Sale)', 'c2  (Save\\n\\u001b[31m the date)']);
  expect(linesOf('bash', bash('c1'), of(record('c1', 'Sale')))).toEqual(['words', 'c1']);
  for (const type of ['37', '42', '']) expect(linesOf('bash', bash('c', type), TWO)).toEqual(['words', 'c1', 'c2']);
});

it('bash keeps a typed name while several fit', () => {
  expect(linesOf('bash', bash('Sa'), TWO).slice(0, 2)).toEqual(['keep', '']);
  expect(linesOf('bash', bash('Sal'), of(record('c1', 'Sale')))).toEqual(['keep', 'c1']);
  expect(linesOf('bash', bash('Sa', '37'), TWO)).toEqual(['keep', 'c1', 'c2']);
});

it('bash inserts nothing while nothing is typed for an ID', () => {
  expect(linesOf('bash', bash(''), TWO).slice(0, 2)).toEqual(['keep', '']);
  const words = of({ value: 'list', description: 'x' }, { value: 'lint', description: 'y' });
  expect(linesOf('bash', bash(''), words)).toEqual(['words', 'list  (x)', 'lint  (y)']);
});

it('the first line allows file names and keeps the word', () => {
  expect(linesOf('zsh', ['='], { ...TWO, files: true })[0]).toBe('files keep');
  expect(linesOf('zsh', ['='], { candidates: [], files: true })).toEqual(['files']);
});

it('bash gets only the part of a word that it replaces', () => {
  const format = of({ value: '--format=nginx', description: '' });
  expect(linesOf('bash', bash('--format=n'), format)).toEqual(['words', 'nginx']);
  expect(linesOf('bash', ['=loopsctl --format=n', '9', ' '], format)).toEqual(['words', '--format=nginx']);
  // It would replace what follows the colon of the name.
  expect(linesOf('bash', bash('Sale:n'), of(record('c1', 'Sale:now')))).toEqual(['words']);
});

it('bash shortens long descriptions', () => {
  const [, line] = linesOf('bash', bash('c'), of(record('c1', '🌻'.repeat(100)), record('c2', '')));
  expect(line).toBe(`c1  (${'🌻'.repeat(59)}…)`);
});

it('zsh gets what to insert and what to show', () => {
  expect(linesOf('zsh', ['=c', 'themes', 'show'], TWO)).toEqual([
    'words',
    'c1\tc1  -- Sale',
    'c2\tc2  -- Save\\n\\u001b[31m the date',
  ]);
  expect(linesOf('zsh', ['=Sa', 'themes', 'show'], TWO)[0]).toBe('keep');
});

it('fish completes a typed name to the name where the name works', () => {
  const names = of(
    record('c1', 'Sale'),
    record('c2', 'Twin'),
    record('c3', 'twin'),
    record('c4', 'a\nb'),
    record('c5', '-f'),
    record('c6', 'id:x'),
  );
  expect(linesOf('fish', ['=S', 'themes', 'show'], names)).toEqual(['keep', 'Sale\tc1']);
  expect(linesOf('fish', ['="S', 'themes', 'show'], names)).toEqual(['keep', 'Sale\tc1']);
  expect(linesOf('fish', ['=', 'themes', 'show'], TWO)[1]).toBe('c1\tSale');
  const file = { ...of(record('c1', 'v1.2')), files: true };
  expect(linesOf('fish', ['=v', 'workflow', 'show'], file)).toEqual(['files keep']);
  const group = of({ value: '--group=c1', description: 'Sale', name: 'Sale' });
  expect(linesOf('fish', ['=--group=S'], group)).toEqual(['keep', '--group=Sale\tc1']);
});

it('PowerShell shows names and inserts IDs', () => {
  expect(linesOf('powershell', ['=Sal', 'themes', 'show'], of(record('c1', 'Sale')))).toEqual([
    'keep',
    'c1\tSale\tSale',
  ]);
  expect(linesOf('powershell', ['=-'], of({ value: '--json', description: 'as JSON' }))).toEqual([
    'words',
    '--json\t--json\tas JSON',
  ]);
});

it('an empty name or description leaves no empty column', () => {
  expect(linesOf('powershell', ['='], of({ value: 'nginx', description: '' }))[1]).toBe('nginx\tnginx\tnginx');
});
