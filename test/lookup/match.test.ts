/** Names for IDs: which record a typed name means. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchName, readReference } from '../../src/lookup/match.ts';

const records = (...names: string[]) => names.map((name, index) => ({ id: `id${index}`, name }));

describe('a reference', () => {
  it.each([
    ['c5361agykn6fatjv6m1yx7nd3', { by: 'id', id: 'c5361agykn6fatjv6m1yx7nd3' }],
    ['Password reset', { by: 'name', name: 'Password reset' }],
    ['name:c5361agykn6fatjv6m1yx7nd3', { by: 'name', name: 'c5361agykn6fatjv6m1yx7nd3' }],
    ['id:Password reset', { by: 'id', id: 'Password reset' }],
    ['', { by: 'name', name: '' }],
  ])('%j is read as %j', (text, reference) => expect(readReference(text)).toEqual(reference));
});

describe('a name', () => {
  it('that exactly one record has is that record, whatever else is similar', () => {
    expect(matchName('Reset', records('reset', 'Reset', 'RESET'))).toMatchObject({
      type: 'one',
      record: { id: 'id1' },
    });
  });

  it('ignores case, outer spaces and composition only where nothing is exact', () => {
    expect(matchName('cafe\u0301 ', records('Café', 'Tea'))).toMatchObject({ type: 'one', record: { name: 'Café' } });
    expect(matchName('reset', records('Reset', 'RESET'))).toMatchObject({ type: 'several' });
  });

  it('that two records have is ambiguous', () => {
    const match = matchName('A', records('A', 'B', 'A'));
    expect(match.type === 'several' && match.records.map(({ id }) => id)).toEqual(['id0', 'id2']);
  });

  it('that shares no letter with a name does not suggest it', () => {
    const match = matchName('Recei', records('日本チーム', 'Retail'));
    expect(match.type === 'none' && match.nearest.map(({ name }) => name)).toEqual(['Retail']);
  });

  it('that none has lists the nearest three', () => {
    const names = records('Password reset', 'Pass word', 'Password', 'Passwort', 'Invoice');
    const match = matchName('Pasword', names);
    expect(match.type === 'none' && match.nearest.map(({ name }) => name)).toEqual([
      'Password',
      'Pass word',
      'Passwort',
    ]);
  });

  it('of which more than half of the letters differ does not suggest it', () => {
    const match = matchName('Pasword', records('Welcome', 'Invoice', 'Export failed'));
    expect(match.type === 'none' && match.nearest).toEqual([]);
  });

  it('never means a record with another name', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 20 }),
        (name, names) => {
          const match = matchName(name, records(...names));
          if (match.type !== 'one') return;
          expect(match.record.name.normalize('NFC').trim().toLowerCase()).toBe(
            name.normalize('NFC').trim().toLowerCase(),
          );
        },
      ),
    );
  });
});
