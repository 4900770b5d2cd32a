/** Reports are valid JUnit XML and annotations, whatever text they contain. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Check } from '../../src/define/report.ts';
import { annotations } from '../../src/output/annotations.ts';
import { toJunit } from '../../src/output/junit.ts';
import { anyText } from '../arbitraries.ts';

const CHECKS: readonly Check[] = [
  { name: 'Password reset', findings: [] },
  {
    name: 'Invoice <paid> & "due"',
    findings: [
      { severity: 'error', rule: 'max-spam-rate', message: '0.20% of 500 sends, more than 0.10%' },
      { severity: 'warning', rule: 'min-sends', message: 'few' },
    ],
  },
  { name: 'Year in review', findings: [], skipped: 'nothing was sent' },
];

test('a check is a test case, an error its failure, a warning its output', () => {
  expect(toJunit('loopsctl workflow lint', CHECKS)).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites>
      <testsuite name="loopsctl workflow lint" tests="3" failures="1" skipped="1">
        <testcase name="Password reset" classname="loopsctl workflow lint"></testcase>
        <testcase name="Invoice &lt;paid&gt; &amp; &quot;due&quot;" classname="loopsctl workflow lint">
          <failure type="max-spam-rate" message="0.20% of 500 sends, more than 0.10%"></failure>
          <system-out>min-sends: few</system-out>
        </testcase>
        <testcase name="Year in review" classname="loopsctl workflow lint">
          <skipped message="nothing was sent"></skipped>
        </testcase>
      </testsuite>
    </testsuites>
    "
  `);
});

test('a test case has the place of the check', () => {
  const xml = toJunit('suite', [{ name: 'x', file: 'a&b.json', line: 7, findings: [] }]);
  expect(xml).toContain('<testcase name="x" classname="suite" file="a&amp;b.json" line="7"></testcase>');
});

test('an annotation has the place of the finding, or else of the check', () => {
  const check: Check = {
    name: 'x',
    file: 'lists/n2.conf',
    findings: [
      { severity: 'error', rule: 'stale', message: 'old', line: 12, column: 3 },
      { severity: 'error', rule: 'missing', message: 'new' },
      { severity: 'warning', rule: 'other', message: 'else', file: 'a,b:c.conf', line: 1 },
    ],
  };
  expect(annotations([check], 'github')).toEqual([
    '::error file=lists/n2.conf,line=12,col=3,title=stale::old',
    '::error file=lists/n2.conf,title=missing::new',
    '::warning file=a%2Cb%3Ac.conf,line=1,title=other::else',
  ]);
});

test('an annotation is one line per finding, and escapes what would end a part of it', () => {
  const [line] = annotations(
    [{ name: 'x', findings: [{ severity: 'warning', rule: 'a:b,c', message: '100% of\n::error::all' }] }],
    'github',
  );
  expect(line).toBe('::warning title=a%3Ab%2Cc::100%25 of\\n::error::all');
});

test('JUnit of any text is allowed in XML, and each annotation is one line', () => {
  fc.assert(
    fc.property(anyText(), anyText(), (name, message) => {
      const checks: readonly Check[] = [{ name, findings: [{ severity: 'error', rule: 'rule', message }] }];
      // biome-ignore lint/suspicious/noControlCharactersInRegex: characters that XML 1.0 cannot express
      expect(toJunit('suite', checks)).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/);
      expect(annotations(checks, 'github').join()).not.toMatch(/[\r\n]/);
    }),
    { examples: [['\ufffe', '\uffff\u0000']] },
  );
});
