/** Reports: what other programs read of a check, whatever stands in its names and sentences. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Check } from '../../src/define/report.ts';
import { annotations } from '../../src/output/annotations.ts';
import { toJunit } from '../../src/output/junit.ts';

const CHECKS: readonly Check[] = [
  { name: 'Password reset', findings: [] },
  {
    name: 'Invoice <paid> & "due"',
    findings: [
      { severity: 'error', rule: 'max-spam-rate', message: '0.20 % of 500 sends, more than 0.1 %' },
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
          <failure type="max-spam-rate" message="0.20 % of 500 sends, more than 0.1 %"></failure>
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

test('an annotation is one line a finding, and nothing in it ends a part of it', () => {
  const [line] = annotations(
    [{ name: 'x', findings: [{ severity: 'warning', rule: 'a:b,c', message: '100 % of\n::error::all' }] }],
    'github',
  );
  expect(line).toBe('::warning title=a%3Ab%2Cc::100 %25 of\\n::error::all');
});

test('whatever stands in a report, its JUnit is text that XML allows and each annotation one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, message) => {
      const checks: readonly Check[] = [{ name, findings: [{ severity: 'error', rule: 'rule', message }] }];
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML 1.0 has no way to write
      expect(toJunit('suite', checks)).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/);
      expect(annotations(checks, 'github').join()).not.toMatch(/[\r\n]/);
    }),
    { examples: [['\ufffe', '\uffff\u0000']] },
  );
});
