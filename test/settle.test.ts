/** Proves the one policy for many requests of which some fail: what ends the run, what ends a part of it, what stays with its item. */
import { describe, expect, it } from 'vitest';
import { type ErrorCode, EXIT_CODES, Failure, worstExitCode } from '../src/errors.ts';
import { mapConcurrently, settle } from '../src/settle.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const ignore = () => undefined;

/** A client that fails with the code that `codeFor` gives for an item, and records what was requested. */
function fakeClient(codeFor: (item: number) => ErrorCode | undefined) {
  const requested: number[] = [];
  return {
    requested,
    call: async (item: number): Promise<string> => {
      requested.push(item);
      await Promise.resolve();
      const code = codeFor(item);
      if (code !== undefined) throw new Failure(code, `item ${item}`);
      return `value ${item}`;
    },
  };
}

describe('settle', () => {
  it('gives a value or a failure for each item, in the order of the items', async () => {
    const { call } = fakeClient((item) => (item === 1 ? 'not_found' : undefined));
    const outcomes = await settle(numbers(3), call, ignore);
    expect(outcomes).toMatchObject([
      { item: 0, value: 'value 0' },
      { item: 1, failure: { code: 'not_found' } },
      { item: 2, value: 'value 2' },
    ]);
  });

  it.each(['not_found', 'rejected', 'conflict', 'unexpected_response'] as const)(
    '%s concerns one item, even where every item has it',
    async (code) => {
      const { call, requested } = fakeClient(() => code);
      const outcomes = await settle(numbers(30), call, ignore);
      expect(outcomes.map(({ failure }) => failure?.code)).toEqual(Array(30).fill(code));
      expect(requested.length).toBe(30);
    },
  );

  it.each(['unauthorized', 'area_disabled', 'rate_limited', 'usage', 'interrupted', 'unexpected'] as const)(
    '%s concerns every item: nothing more is requested',
    async (code) => {
      const { call, requested } = fakeClient((item) => (item === 5 ? code : undefined));
      await expect(settle(numbers(100), call, ignore)).rejects.toMatchObject({ code, message: 'item 5' });
      expect(requested.length).toBeLessThan(30);
    },
  );

  it('an error that is not a failure is a bug, and rejects', async () => {
    const work = () => Promise.reject(new TypeError('x is undefined'));
    await expect(settle([1, 2], work, ignore)).rejects.toMatchObject({ code: 'unexpected' });
  });

  it('unavailable stays with its item while others respond, and rejects ten times in a row', async () => {
    const now = fakeClient((item) => (item % 2 === 0 ? 'unavailable' : undefined));
    const outcomes = await settle(numbers(100), now.call, ignore);
    expect(outcomes.filter(({ failure }) => failure?.code === 'unavailable').length).toBe(50);

    const gone = fakeClient((item) => (item >= 20 ? 'unavailable' : undefined));
    await expect(settle(numbers(1_000), gone.call, ignore)).rejects.toMatchObject({ code: 'unavailable' });
    expect(gone.requested.length).toBeLessThan(50);
  });

  it('a response that is a refusal counts as a response', async () => {
    const { call } = fakeClient((item) => (item % 5 === 0 ? 'not_found' : 'unavailable'));
    expect((await settle(numbers(100), call, ignore)).length).toBe(100);
  });

  it('rejects where no item got any response, however few there are', async () => {
    const { call } = fakeClient(() => 'unavailable');
    await expect(settle([1, 2], call, ignore)).rejects.toMatchObject({ code: 'unavailable', message: 'item 1' });
    expect(await settle([], call, ignore)).toEqual([]);
  });

  it('ends one part only where items have parts, and its remaining items get the same failure', async () => {
    const { call, requested } = fakeClient((item) => (item % 2 === 0 ? 'area_disabled' : undefined));
    const partOf = (item: number) => (item % 2 === 0 ? 'metrics' : 'details');
    const outcomes = await settle(numbers(100), call, ignore, { partOf });
    expect(outcomes.filter(({ failure }) => failure?.code === 'area_disabled').length).toBe(50);
    expect(outcomes.filter(({ value }) => value !== undefined).length).toBe(50);
    expect(requested.filter((item) => item % 2 === 0).length).toBeLessThan(20);
  });

  it('counts in a row for each part apart', async () => {
    const { call, requested } = fakeClient((item) => (item % 2 === 0 ? 'unavailable' : undefined));
    const partOf = (item: number) => (item % 2 === 0 ? 'metrics' : '__proto__');
    const outcomes = await settle(numbers(200), call, ignore, { partOf });
    expect(outcomes.filter(({ failure }) => failure?.code === 'unavailable').length).toBe(100);
    expect(requested.filter((item) => item % 2 === 0).length).toBeLessThan(40);
  });

  it('with parts, an interruption still rejects', async () => {
    const { call } = fakeClient((item) => (item === 3 ? 'interrupted' : undefined));
    await expect(settle(numbers(9), call, ignore, { partOf: () => 'a' })).rejects.toMatchObject({
      code: 'interrupted',
    });
  });

  it('reports progress for more than one item, and works on ten at a time', async () => {
    const progress: string[] = [];
    let [running, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
    };
    await settle(numbers(25), work, (done, total) => progress.push(`${done}/${total}`));
    expect(progress).toEqual(numbers(25).map((index) => `${index + 1}/25`));
    expect(most).toBe(10);
    progress.length = 0;
    await settle([1], work, (done, total) => progress.push(`${done}/${total}`));
    expect(progress).toEqual([]);
  });
});

describe('mapConcurrently', () => {
  it('starts no work and reports no progress after a rejection', async () => {
    const { call, requested } = fakeClient((item) => (item === 2 ? 'not_found' : undefined));
    let reported = 0;
    const counting = () => {
      reported++;
    };
    await expect(mapConcurrently(numbers(50), call, counting)).rejects.toMatchObject({ message: 'item 2' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(requested.length).toBeLessThan(20);
    expect(reported).toBeLessThan(20);
  });
});

describe('worstExitCode', () => {
  it('is the highest exit code, and 0 without errors', () => {
    const codes = Object.keys(EXIT_CODES) as ErrorCode[];
    expect(worstExitCode([])).toBe(0);
    expect(worstExitCode([{ code: 'not_found' }, { code: 'unavailable' }, { code: 'rejected' }])).toBe(7);
    expect(worstExitCode(codes.map((code) => ({ code })))).toBe(130);
  });

  it.each([undefined, null, 7, 'toString', 'novel'])('is 8 for a code that is not ours: %j', (code) => {
    expect(worstExitCode([{ code }])).toBe(8);
  });

  it('takes more errors than a call takes arguments', () => {
    expect(worstExitCode(Array(300_000).fill({ code: 'not_found' }))).toBe(4);
  });
});
