/** All allowlist formats. To add one, write its file and add its line here. */
import { apache } from './apache.ts';
import { awsSg } from './aws-sg.ts';
import type { AllowlistFormat } from './format.ts';
import { haproxy } from './haproxy.ts';
import { iptables } from './iptables.ts';
import { cidrList, plain } from './lists.ts';
import { nftables } from './nftables.ts';
import { nginx } from './nginx.ts';
import { postfix } from './postfix.ts';
import { terraform } from './terraform.ts';
import { ufw } from './ufw.ts';

export const ALLOWLIST_FORMATS = {
  plain,
  cidr: cidrList,
  nginx,
  apache,
  haproxy,
  iptables,
  nftables,
  ufw,
  terraform,
  'aws-sg': awsSg,
  postfix,
} satisfies Readonly<Record<string, AllowlistFormat>>;

export type AllowlistName = keyof typeof ALLOWLIST_FORMATS;

/** `Object.keys` returns these names, but its type does not say so. */
export const ALLOWLIST_NAMES = Object.keys(ALLOWLIST_FORMATS) as AllowlistName[];
