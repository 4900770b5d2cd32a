/** An example compared with the variables of an email, and the findings of the API merged with ours. */
import { describe, expect, test } from 'vitest';
import { lint } from '../../../src/lmx/lint/lint.ts';
import { parse } from '../../../src/lmx/parse.ts';
import { withGuardian } from '../../../src/nouns/messages/check/guardian.ts';
import { compareValues, type Values, variablesOf } from '../../../src/nouns/messages/vars/list.ts';

const LMX = `<Paragraph>{data.name}</Paragraph>
<For variable="{data.items}"><Paragraph>{data.items[].title}: {data.items[].price}</Paragraph></For>
<Section if="{data.trial}"><Paragraph>{data.until}</Paragraph></Section>`;
const ROWS = variablesOf({ source: 'x.lmx', lmx: LMX });
const ITEMS = [{ title: 'a', price: 1 }];

describe('an example', () => {
  const VALUES: ReadonlyArray<readonly [string, NonNullable<Values['data']>, readonly string[]]> = [
    ['complete', { name: 'a', items: ITEMS, trial: true, until: 'May' }, []],
    ['without what only some emails show', { name: 'a', items: ITEMS }, []],
    ['without a variable', { items: ITEMS }, ['missing {data.name} has no value.']],
    ['with an empty value', { name: '', items: ITEMS }, ['missing {data.name} has no value.']],
    ['with an unknown variable', { name: 'a', items: ITEMS, x: 1 }, ['unknown {data.x} is not in the email.']],
    ['with a list for a text', { name: ITEMS, items: ITEMS }, ['type {data.name} must be text or a number.']],
    ['with a text for a list', { name: 'a', items: 'a' }, ['type {data.items} must be a list of objects.']],
    ['with an object for a list', { name: 'a', items: {} }, ['type {data.items} must be a list of objects.']],
    [
      'with an item that is no object',
      { name: 'a', items: [...ITEMS, 'b'] },
      ['type {data.items} must be a list of objects; item 2 is none.'],
    ],
    [
      'with an item without a field',
      { name: 'a', items: [{ title: 'a' }] },
      ['type {data.items} lacks price in item 1.'],
    ],
    ['with an empty list', { name: 'a', items: [] }, []],
  ];

  test.each(VALUES)('%s', (_, data, problems) => {
    const found = compareValues(ROWS, { data }, ['data']).map(({ rule, message }) => `${rule} ${message}`);
    expect(found).toEqual(problems);
  });
});

describe('the findings of the API', () => {
  const ours = lint(parse('<Paragraph>a</Paragraph><Button>Go</Button>')).filter(({ rule }) => rule === 'link-missing');
  const item = (rule: string) => ({ rule, title: 'A title', items: [{ label: 'Go' }] });
  const merged = (errors: readonly unknown[], warnings: readonly unknown[] = []) =>
    withGuardian(ours, { errors, warnings }, 'x').map(({ rule, severity, line }) => `${rule} ${severity} ${line}`);

  test('raise ours to an error, at its place', () => {
    expect(merged([item('missingButtonHrefs')])).toEqual(['link-missing error 1']);
  });
  test('leave ours as a warning', () => {
    expect(merged([], [item('missingButtonHrefs')])).toEqual(['link-missing warning 1']);
  });
  test('that we do not have are added', () => {
    expect(merged([item('missingRequiredDataVariables')], [item('aNewRule')])).toEqual([
      'link-missing warning 1',
      'missingRequiredDataVariables error 1',
      'aNewRule warning 1',
    ]);
  });
  test.each([undefined, [], {}, { errors: [] }, { errors: [1], warnings: [] }, { errors: [{}], warnings: [] }])(
    'that cannot be read never pass: %j',
    (response) => {
      expect(() => withGuardian([], response, 'x')).toThrow('could not be read');
    },
  );
});
