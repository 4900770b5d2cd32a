/** Proves the verdicts on DNS records: found, missing, doubled, contradictory, and names that could not be looked up. */
import { describe, expect, it } from 'vitest';
import { type CheckResult, exitCodeOf } from '../../../src/nouns/doctor/check.ts';
import { checkDomain, readDomain, readSelector } from '../../../src/nouns/doctor/domain.ts';
import { failureOf } from '../../arbitraries.ts';
import { fakeResolver, healthyZone, type Zone } from '../../dns.ts';

const DOMAIN = 'mail.example.com';
const healthy = healthyZone(DOMAIN);

const check = (zone: Zone, selectors: readonly string[] = ['first']): Promise<readonly CheckResult[]> =>
  checkDomain(fakeResolver(zone), DOMAIN, selectors);

async function resultOf(name: string, zone: Zone, selectors?: readonly string[]): Promise<CheckResult> {
  const found = (await check(zone, selectors)).find((result) => result.check === name);
  if (found === undefined) throw new Error(`There is no check ${name}.`);
  return found;
}

it('a healthy domain passes', async () => {
  const results = await check(healthy);
  expect(results.map(({ check: name, status }) => [name, status])).toEqual([
    ['mx', 'ok'],
    ['spf', 'ok'],
    ['dkim', 'ok'],
    ['dmarc', 'ok'],
  ]);
  expect(exitCodeOf(results)).toBe(0);
});

it('a domain without records fails every check', async () => {
  const results = await check({});
  expect(results.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'failed']);
  expect(results.every(({ hint }) => hint !== undefined)).toBe(true);
  expect(exitCodeOf(results)).toBe(9);
});

describe('MX', () => {
  const mx = (records: readonly unknown[]) => resultOf('mx', { ...healthy, [`MX envelope.${DOMAIN}`]: records });
  it.each([
    ['no record', [], 'failed'],
    ['a record that accepts no mail', [{ exchange: '', priority: 0 }], 'failed'],
    ['a record that accepts no mail, as a dot', [{ exchange: '.', priority: 0 }], 'failed'],
    [
      'two records',
      [
        { exchange: 'a.example', priority: 10 },
        { exchange: 'b.example', priority: 20 },
      ],
      'ok',
    ],
  ])('%s', async (_, records, status) => {
    expect((await mx(records)).status).toBe(status);
  });
});

describe('SPF', () => {
  const spf = (...records: readonly (readonly string[])[]) =>
    resultOf('spf', { ...healthy, [`TXT envelope.${DOMAIN}`]: records });

  it('joins a record that is split into strings, without a space', async () => {
    const { status, message } = await spf(['v=spf1 include:spf.ma', 'il.example', ' ~all']);
    expect([status, message]).toEqual(['ok', expect.stringContaining('"v=spf1 include:spf.mail.example ~all"')]);
  });

  it.each([
    ['other text', ['google-site-verification=abc']],
    ['another version', ['v=spf10 include:a.example']],
    ['a record that allows everybody', ['v=spf1 include:a.example +all']],
    ['a record that allows everybody without a sign', ['v=spf1 include:a.example all']],
    ['a record that allows nobody', ['v=spf1 -all']],
    ['nothing after the version', ['v=spf1']],
    ['a record that excludes its only sender', ['v=spf1 -include:a.example ~all']],
  ])('fails for %s', async (_, record) => {
    expect((await spf(record)).status).toBe('failed');
  });

  it('fails for two records, but not for other text next to one', async () => {
    expect((await spf(['v=spf1 ip4:192.0.2.1 -all'], ['V=SPF1 a -all'])).message).toContain('2 SPF records');
    expect((await spf(['v=spf1 ip4:192.0.2.1 -all'], ['other'])).status).toBe('ok');
  });
});

describe('DKIM', () => {
  it('is checked for each selector', async () => {
    const results = (await check(healthy, ['first', 'second'])).filter((result) => result.check === 'dkim');
    expect(results.map(({ status }) => status)).toEqual(['ok', 'failed']);
  });

  it('without selectors is never passed: it fails where no record can exist, and is skipped otherwise', async () => {
    expect((await resultOf('dkim', healthy, [])).status).toBe('skipped');
    const { [`CNAME first._domainkey.${DOMAIN}`]: _, ...others } = healthy;
    expect((await resultOf('dkim', others, [])).status).toBe('failed');
  });

  it('fails for a TXT record in place of the CNAME record', async () => {
    const zone = { [`TXT first._domainkey.${DOMAIN}`]: [['v=DKIM1; p=abc']] };
    expect((await resultOf('dkim', zone)).status).toBe('failed');
  });
});

describe('DMARC', () => {
  const { [`TXT _dmarc.${DOMAIN}`]: _, ...without } = healthy;
  const dmarc = (records: Zone) => resultOf('dmarc', { ...without, ...records });
  const at = (name: string, ...records: readonly string[]): Zone => ({
    [`TXT _dmarc.${name}`]: records.map((record) => [record]),
  });

  it('with p=none passes, and the hint names the stronger policies', async () => {
    const { status, hint } = await dmarc(at(DOMAIN, 'v=DMARC1; p=none'));
    expect([status, hint]).toEqual(['ok', expect.stringContaining('p=reject')]);
  });

  it('with a strong policy has no hint', async () => {
    for (const policy of ['quarantine', 'reject', ' Reject ']) {
      const result = await dmarc(at(DOMAIN, `v=DMARC1;p=${policy};`));
      expect([result.status, result.hint]).toEqual(['ok', undefined]);
    }
  });

  it('of a domain above applies, with its policy for subdomains', async () => {
    expect((await dmarc(at('example.com', 'v=DMARC1; p=reject'))).message).toContain('reject, from _dmarc.example.com');
    expect((await dmarc(at('example.com', 'v=DMARC1; p=reject; sp=none'))).message).toContain('is none');
    expect(
      (await dmarc({ ...at('example.com', 'v=DMARC1; p=none'), ...at(DOMAIN, 'v=DMARC1; p=reject') })).message,
    ).toContain('is reject');
  });

  it('of a top-level domain does not apply', async () => {
    expect((await dmarc(at('com', 'v=DMARC1; p=reject'))).status).toBe('failed');
  });

  it.each([
    ['two records', ['v=DMARC1; p=none', 'v=DMARC1; p=reject']],
    ['no policy', ['v=DMARC1; rua=mailto:a@example.com']],
    ['an unknown policy', ['v=DMARC1; p=block']],
    ['an empty policy', ['v=DMARC1; p=']],
    ['another version', ['v=DMARC2; p=reject']],
  ])('fails for %s', async (_, records) => {
    expect((await dmarc(at(DOMAIN, ...records))).status).toBe('failed');
  });
});

describe('a query without an answer', () => {
  it.each(Object.keys(healthy))('to %s gives no verdict and exit code 7, whatever else failed', async (key) => {
    for (const code of ['ETIMEOUT', 'ESERVFAIL', 'EREFUSED', 'ECONNREFUSED']) {
      const results = await check({ [key]: code });
      const undecided = results.filter(({ status }) => status === 'unknown');
      expect(undecided).toMatchObject([{ code: 'unavailable' }]);
      expect(exitCodeOf(results)).toBe(7);
    }
  });

  it('because of Ctrl-C ends the run', async () => {
    expect(await failureOf(() => check({ [`MX envelope.${DOMAIN}`]: 'ECANCELLED' }))).toMatchObject({
      code: 'interrupted',
    });
  });
});

describe('a domain', () => {
  it.each([
    ['Mail.Example.COM.', 'mail.example.com'],
    [' example.com ', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
  ])('%s is read as %s', (text, name) => {
    expect(readDomain(text)).toBe(name);
  });

  it.each([
    '',
    'com',
    'a..b',
    '.a.b',
    '-a.example',
    'a b.example',
    'https://a.example',
    'me@a.example',
    '192.0.2.1',
    '*.a.example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(120)}example`,
  ])('%s is refused', async (text) => {
    expect(await failureOf(async () => readDomain(text))).toMatchObject({ code: 'usage' });
  });
});

it('a selector may be the whole name', async () => {
  expect(readSelector('ABC', DOMAIN)).toBe('abc');
  expect(readSelector(`abc._domainkey.${DOMAIN}.`, DOMAIN)).toBe('abc');
  for (const text of ['', 'a b', '-a', 'a..b', 'a/b']) {
    expect(await failureOf(async () => readSelector(text, DOMAIN))).toMatchObject({ code: 'usage' });
  }
});
