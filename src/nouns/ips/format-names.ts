/** The names of the allow-list formats. Apart from the formats, which help and `ips list --json` do not need. */

export const FORMAT_NAMES = [
  'plain',
  'cidr',
  'nginx',
  'apache',
  'haproxy',
  'iptables',
  'nftables',
  'ufw',
  'terraform',
  'aws-sg',
  'postfix',
] as const;

export type AllowListName = (typeof FORMAT_NAMES)[number];
