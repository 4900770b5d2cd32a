/** Checks of the DNS records that a sending domain needs. They need no API key. */
import { domainToASCII } from 'node:url';
import { interrupted, usage } from '../../errors.ts';
import { errorCode } from '../../runtime/connection-errors.ts';
import type { Resolver } from '../../runtime/runtime.ts';
import { formatCount } from '../../text/number.ts';
import { type CheckResult, failed, ok, skipped, unknown } from './check.ts';

const SOURCE = 'the one that Loops shows under Settings > Domain';
/** The exact values are different for each account, and no operation of the API returns them. */
const COMPARE = 'Compare it with Settings > Domain in Loops.';

/** In lower case, without a final dot, in ASCII. Throws a `usage` failure for anything that is not a domain. */
export function readDomain(text: string): string {
  const name = domainToASCII(text.trim().replace(/\.$/, '')).toLowerCase();
  const labels = name.split('.');
  const isDomain = labels.length > 1 && labels.every((label) => /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/.test(label));
  // The longest name that is looked up must fit into 253 characters.
  if (!isDomain || name.length > 200 || /^[\d.]+$/.test(name)) {
    throw usage(`Invalid value for --domain: ${JSON.stringify(text)} is not a domain.`, 'Example: mail.example.com.');
  }
  return name;
}

/** `abc`, also from `abc._domainkey.example.com`. */
export function readSelector(text: string, domain: string): string {
  const selector = text.trim().toLowerCase().replace(/\.$/, '').replace(`._domainkey.${domain}`, '');
  if (!/^(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/.test(selector)) {
    throw usage(`Invalid value for --dkim: ${JSON.stringify(text)} is not a selector.`, 'Example: abc123.');
  }
  return selector;
}

/** Records; or none, where the name or a record of the type does not exist. */
type Found<Item> = { readonly records: readonly Item[]; readonly nameExists: boolean };

/** The records of one query, judged by `judge`. A query that failed is never a verdict. */
async function look<Item>(
  check: string,
  name: string,
  query: () => Promise<readonly Item[]>,
  judge: (found: Found<Item>) => CheckResult | Promise<CheckResult>,
): Promise<CheckResult> {
  let found: Found<Item>;
  try {
    found = { records: await query(), nameExists: true };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ECANCELLED') throw interrupted();
    if (code !== 'ENODATA' && code !== 'ENOTFOUND') return undecided(check, name, code, error);
    found = { records: [], nameExists: code === 'ENODATA' };
  }
  return judge(found);
}

function undecided(check: string, name: string, code: string, error: unknown): CheckResult {
  if (code === '') throw error;
  const reason = code === 'ETIMEOUT' ? 'timed out' : `failed (${code})`;
  return unknown(check, `The DNS query for ${name} ${reason}.`, 'unavailable', 'Try again, or check the name servers.');
}

const checkMx = (dns: Resolver, name: string): Promise<CheckResult> =>
  look(
    'mx',
    name,
    () => dns.resolveMx(name),
    ({ records }) => {
      const expected = `Expected: an MX record, ${SOURCE}.`;
      // A record with an empty host says that the domain accepts no mail (RFC 7505).
      const hosts = records.filter(({ exchange }) => exchange !== '' && exchange !== '.');
      if (records.length === 0) return failed('mx', `No MX record at ${name}.`, expected);
      if (hosts.length === 0) return failed('mx', `The MX record at ${name} accepts no mail.`, expected);
      const shown = hosts.map(({ priority, exchange }) => `${priority} ${exchange}`).join(', ');
      return ok('mx', `Found ${shown} at ${name}. ${COMPARE}`);
    },
  );

/** A long record is split into several strings, which are joined without a space. */
const joined = (records: readonly (readonly string[])[]): readonly string[] => records.map((parts) => parts.join(''));

const checkSpf = (dns: Resolver, name: string): Promise<CheckResult> =>
  look(
    'spf',
    name,
    () => dns.resolveTxt(name),
    ({ records }) => {
      const expected = `Expected: one TXT record that starts with v=spf1, ${SOURCE}.`;
      const found = joined(records).filter((text) => /^v=spf1( |$)/i.test(text));
      const [record] = found;
      if (record === undefined) return failed('spf', `No SPF record at ${name}.`, expected);
      // With several, receivers report an error and use none (RFC 7208, 4.5).
      if (found.length > 1)
        return failed('spf', `${found.length} SPF records at ${name}; only one is valid.`, expected);
      const terms = record.toLowerCase().split(/ +/).slice(1);
      if (terms.some((term) => term === 'all' || term === '+all')) {
        return failed('spf', `The SPF record at ${name} allows everybody to send: ${record}`, expected);
      }
      if (!terms.some((term) => /^\+?(include:|redirect=|ip4:|ip6:|a\b|mx\b|exists:)/.test(term))) {
        return failed('spf', `The SPF record at ${name} allows nobody to send: ${record}`, expected);
      }
      return ok('spf', `Found "${record}" at ${name}. ${COMPARE}`);
    },
  );

const checkDkim = (dns: Resolver, name: string): Promise<CheckResult> =>
  look(
    'dkim',
    name,
    () => dns.resolveCname(name),
    ({ records }) => {
      const expected = `Expected: a CNAME record, ${SOURCE}. Turn off proxying for it.`;
      const [target] = records;
      if (target === undefined) return failed('dkim', `No CNAME record at ${name}.`, expected);
      return ok('dkim', `Found ${target} at ${name}. ${COMPARE}`);
    },
  );

/** The selectors are different for each account. Without them, only the lack of all records can be seen. */
const checkDkimNames = (dns: Resolver, domain: string): Promise<CheckResult> =>
  look(
    'dkim',
    `_domainkey.${domain}`,
    () => dns.resolveTxt(`_domainkey.${domain}`),
    ({ nameExists }) =>
      nameExists
        ? skipped('dkim', `There are DKIM records below ${domain}, but their names are not known.`, SELECTORS)
        : failed('dkim', `There are no DKIM records below _domainkey.${domain}.`, SELECTORS),
  );

const SELECTORS =
  'Pass the selectors with --dkim: the part before ._domainkey in the names that Loops shows under Settings > Domain.';

const POLICIES = ['none', 'quarantine', 'reject'];
const DMARC_EXPECTED =
  'Expected: one TXT record such as "v=DMARC1; p=none", with p=quarantine or p=reject for protection.';

/** The record of the domain, or else of the nearest domain above it, except a top-level domain. */
const checkDmarc = (dns: Resolver, domain: string, parent = domain): Promise<CheckResult> =>
  look(
    'dmarc',
    `_dmarc.${parent}`,
    () => dns.resolveTxt(`_dmarc.${parent}`),
    ({ records }) => {
      const found = joined(records).filter((text) => /^v=DMARC1\s*(;|$)/.test(text));
      const [record] = found;
      const above = parent.split('.').slice(1);
      if (record === undefined) {
        return above.length > 1
          ? checkDmarc(dns, domain, above.join('.'))
          : failed('dmarc', `No DMARC record for ${domain}.`, DMARC_EXPECTED);
      }
      if (found.length > 1) {
        const message = `${formatCount(found.length, 'DMARC record')} at _dmarc.${parent}; only one is valid.`;
        return failed('dmarc', message, DMARC_EXPECTED);
      }
      return judgePolicy(record, domain, parent);
    },
  );

function judgePolicy(record: string, domain: string, parent: string): CheckResult {
  const tags = new Map(
    record.split(';').map((tag) => {
      const [name = '', value = ''] = tag.split('=').map((part) => part.trim().toLowerCase());
      return [name, value];
    }),
  );
  const policy = (parent === domain ? undefined : tags.get('sp')) ?? tags.get('p');
  if (policy === undefined || !POLICIES.includes(policy)) {
    return failed('dmarc', `The DMARC record at _dmarc.${parent} has no valid policy: ${record}`, DMARC_EXPECTED);
  }
  return ok(
    'dmarc',
    `The policy for ${domain} is ${policy}, from _dmarc.${parent}.`,
    policy === 'none' ? 'This policy only collects reports. p=quarantine or p=reject protects the domain.' : undefined,
  );
}

/** All queries at the same time. */
export const checkDomain = (
  dns: Resolver,
  domain: string,
  selectors: readonly string[],
): Promise<readonly CheckResult[]> =>
  Promise.all([
    checkMx(dns, `envelope.${domain}`),
    checkSpf(dns, `envelope.${domain}`),
    ...(selectors.length === 0
      ? [checkDkimNames(dns, domain)]
      : selectors.map((selector) => checkDkim(dns, `${selector}._domainkey.${domain}`))),
    checkDmarc(dns, domain),
  ]);
