/** The documents in `documents.ts` have exactly the findings that are listed there. */
import { expect, test } from 'vitest';
import { lint } from '../../src/lmx/lint/lint.ts';
import type { Severity } from '../../src/lmx/lint/rule.ts';
import { parse } from '../../src/lmx/parse.ts';
import { EXAMPLES } from './documents.ts';

test.each(EXAMPLES)('$name', ({ text, options, errors = [], warnings = [], hints }) => {
  const findings = lint(parse(text), options);
  const of = (wanted: Severity) =>
    findings.filter(({ severity }) => severity === wanted).map(({ line, rule }) => `${line} ${rule}`);
  const sorted = (list: readonly string[]) =>
    list.toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10) || (one < other ? -1 : 1));
  expect(sorted(of('error'))).toEqual(sorted(errors));
  expect(sorted(of('warning'))).toEqual(sorted(warnings));
  if (hints !== undefined) expect(sorted(of('hint'))).toEqual(sorted(hints));
});

test('contrast is named as people know it', () => {
  const design = EXAMPLES.find(({ name }) => name === 'design');
  const contrasts = lint(parse(design?.text ?? '')).filter(({ rule }) => rule === 'contrast');
  expect(contrasts.map(({ message }) => /is (\S+):1;/.exec(message)?.[1])).toEqual(['1.2', '1.0']);
});
