/** Every allow-list format: to add one, write its file and its line here. */
import type { AllowListName } from '../format-names.ts';
import { apache } from './apache.ts';
import { awsSg } from './aws-sg.ts';
import type { AllowListFormat } from './format.ts';
import { haproxy } from './haproxy.ts';
import { iptables } from './iptables.ts';
import { cidrList, plain } from './lists.ts';
import { nftables } from './nftables.ts';
import { nginx } from './nginx.ts';
import { postfix } from './postfix.ts';
import { terraform } from './terraform.ts';
import { ufw } from './ufw.ts';

export const ALLOW_LISTS: Readonly<Record<AllowListName, AllowListFormat>> = {
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
};
