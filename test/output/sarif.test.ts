/** Findings as SARIF: rules, levels and places of files, and no place where there is none. */
import { expect, onTestFinished, test } from 'vitest';
import { toSarif } from '../../src/output/sarif.ts';
import { createWorld } from '../world.ts';

test('findings of a file have its path and their region', async () => {
  const world = await createWorld();
  onTestFinished(world.close);
  await world.write('über uns.lmx', '<Style />\n<Paragraph>A{contact.plan} — {firstName}</Paragraph>\n');
  const { code, stdout } = await world.run(['messages', 'check', 'über uns.lmx', '-o', 'sarif']);
  const { version, runs } = JSON.parse(stdout);
  expect({ code, version, runs: runs.length }).toEqual({ code: 9, version: '2.1.0', runs: 1 });
  const [{ tool, results, columnKind }] = runs;
  expect(columnKind).toBe('utf16CodeUnits');
  expect(results).toContainEqual({
    ruleId: 'variable-syntax',
    level: 'error',
    message: { text: '{firstName} has no namespace. Write: {contact.firstName}' },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: '%C3%BCber%20uns.lmx' },
          region: { startLine: 2, startColumn: 30, endLine: 2, endColumn: 41 },
        },
        logicalLocations: [{ fullyQualifiedName: 'über uns.lmx' }],
      },
    ],
  });
  expect(results).toContainEqual(expect.objectContaining({ ruleId: 'plain-typography', level: 'note' }));
  const rules: readonly string[] = results.map(({ ruleId }: { ruleId: string }) => ruleId);
  expect(tool.driver.rules).toEqual([...new Set(rules)].sort().map((id) => ({ id })));
});

test('without findings there is a run without results, and a finding without a file has no path', () => {
  expect(JSON.parse(toSarif('check', [])).runs).toEqual([
    { tool: { driver: { name: 'check', rules: [] } }, columnKind: 'utf16CodeUnits', results: [] },
  ]);
  const finding = { rule: 'subject', severity: 'warning', message: 'Empty\u001b[31m' } as const;
  const text = toSarif('check', [{ name: 'Welcome', findings: [finding] }]);
  expect(text).not.toContain('\u001b');
  expect(JSON.parse(text).runs[0].results).toEqual([
    {
      ruleId: 'subject',
      level: 'warning',
      message: { text: 'Empty\u001b[31m' },
      locations: [{ logicalLocations: [{ fullyQualifiedName: 'Welcome' }] }],
    },
  ]);
});
