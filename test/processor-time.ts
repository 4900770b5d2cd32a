/** A limit on work that must not be quadratic, in processor time, which other programs on the machine do not lengthen. */
import { expect } from 'vitest';

export async function expectProcessorSeconds<Result>(
  most: number,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000_000).toBeLessThan(most);
  return result;
}
