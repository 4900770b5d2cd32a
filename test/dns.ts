/** DNS without a network: records by type and name, an error code in their place, and no other name. */
import type { Resolver } from '../src/runtime/runtime.ts';

/** `MX envelope.example.com`: the records, or the error code of `node:dns`. */
export type Zone = Readonly<Record<string, readonly unknown[] | string>>;

export function fakeResolver(zone: Zone): Resolver {
  const answer = async (type: string, name: string): Promise<never> => {
    const found = zone[`${type} ${name}`];
    if (Array.isArray(found)) return found as never;
    // As in DNS, a name exists if it has records of any type, or if a longer name does.
    const exists = Object.keys(zone).some((key) => `.${key.split(' ')[1]}`.endsWith(`.${name}`));
    throw Object.assign(new Error('No records.'), { code: found ?? (exists ? 'ENODATA' : 'ENOTFOUND') });
  };
  return {
    resolveMx: (name) => answer('MX', name),
    resolveTxt: (name) => answer('TXT', name),
    resolveCname: (name) => answer('CNAME', name),
  };
}

/** Every record that a sending domain needs. The values are made up. */
export const healthyZone = (domain: string): Zone => ({
  [`MX envelope.${domain}`]: [{ exchange: 'feedback.mail.example', priority: 10 }],
  [`TXT envelope.${domain}`]: [['v=spf1 include:spf.mail.example ~all']],
  [`CNAME first._domainkey.${domain}`]: ['first.dkim.mail.example'],
  [`TXT _dmarc.${domain}`]: [['v=DMARC1; p=reject']],
});

/** The zones of transcripts, by name. */
export const ZONES: Readonly<Record<string, Zone>> = {
  healthy: healthyZone('mail.example.com'),
  broken: {
    'TXT envelope.mail.example.com': [['v=spf1 include:one.example ~all'], ['v=spf1 include:two.example ~all']],
    'CNAME first._domainkey.mail.example.com': ['first.dkim.mail.example'],
    'TXT _dmarc.example.com': [['v=DMARC1; ', 'p=none; rua=mailto:dmarc@example.com']],
  },
  slow: { ...healthyZone('mail.example.com'), 'TXT envelope.mail.example.com': 'ETIMEOUT' },
};
