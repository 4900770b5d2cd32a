/** The allowlist formats: rendered lists can be read again, and files written by people are understood. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAllowlist } from '../../../src/nouns/ips/allowlist.ts';
import { ALLOWLIST_FORMATS, ALLOWLIST_NAMES } from '../../../src/nouns/ips/formats/index.ts';
import { newAllowlist, printedAllowlist, textOfBytes } from '../../../src/nouns/ips/managed-block.ts';
import { failureOf } from '../../arbitraries.ts';
import { expectProcessorSeconds } from '../../processor-time.ts';
import { addressList } from './addresses.ts';

const found = (text: string, name?: (typeof ALLOWLIST_NAMES)[number]) =>
  readAllowlist(text, 'file', name).entries.map(({ range }) => range.text);

test.each(ALLOWLIST_NAMES)('%s: a rendered list is read in the same order', (name) => {
  fc.assert(
    fc.property(addressList, (addresses) => {
      const texts = addresses.map(({ text }) => text);
      const body = ALLOWLIST_FORMATS[name].render(addresses).join('\n');
      expect(found(body, name)).toEqual(texts);
      expect(found(`${body.replaceAll('\n', '\r\n')}\r\n`, name)).toEqual(texts);
      expect(found(`${newAllowlist(name, addresses).join('\n')}\n`)).toEqual(texts);
      expect(found(`\u00ef\u00bb\u00bf${body}`, name)).toEqual(texts);
    }),
  );
});

test.each(ALLOWLIST_NAMES)('%s: a printed list is detected', (name) => {
  fc.assert(
    fc.property(
      addressList.filter((addresses) => addresses.length > 0),
      (addresses) => {
        const text = printedAllowlist(name, addresses).join('\n');
        expect(found(text)).toEqual(addresses.map((address) => address.text));
        // Without markers the content decides; plain and cidr lists are read in the same way.
        const body = ALLOWLIST_FORMATS[name].render(addresses).join('\n');
        expect(readAllowlist(body, 'file').name).toBe(name === 'cidr' ? 'plain' : name);
      },
    ),
  );
});

test.each(ALLOWLIST_NAMES)('%s: arbitrary bytes are read, or rejected with a line number', async (name) => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 20 }).map(textOfBytes),
    fc.constantFrom(
      ...['allow ', 'Require ip ', 'acl a src ', '-A X -s ', ' -j ACCEPT', 'ufw allow from ', '"', "'", '#', '/*', '['],
      ...['{', '}', 'elements = {', 'add element inet a b {', 'mynetworks =', '10.0.0.1', '999.1', '::1/64', ';', '\\'],
      ...['\n', '\r\n', ' ', '# BEGIN loopsctl ips\n', '# END loopsctl ips\n', '"CidrIp": "', '[[[[', 'from '],
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 15 }), fc.boolean(), async (pieces, hasFormat) => {
      const text = pieces.join('');
      expect(() => ALLOWLIST_FORMATS[name].read(text)).not.toThrow();
      try {
        readAllowlist(text, 'file', hasFormat ? name : undefined);
      } catch (error) {
        const { code, message } = await failureOf(() => Promise.reject(error));
        expect(code).toBe('usage');
        const [, line] = /^file, line (\d+): /.exec(message) ?? [];
        expect(Number(line)).toBeGreaterThanOrEqual(1);
        expect(Number(line)).toBeLessThanOrEqual(text.split('\n').length);
      }
    }),
    { numRuns: 300 },
  );
});

test('deeply nested JSON is rejected', async () => {
  const { code } = await failureOf(() => readAllowlist('['.repeat(200_000) + ']'.repeat(200_000), 'file', 'aws-sg'));
  expect(code).toBe('usage');
});

test.each(ALLOWLIST_NAMES)('%s: a hundred thousand lines are read in seconds', async (name) => {
  const lines = [
    'allow 10.0.0.1;',
    '-A X -s 10.0.0.1 -j ACCEPT',
    'elements = {',
    '"a',
    '/*',
    'ufw allow',
    '10.0.0.1 ok',
  ];
  const text = Array.from({ length: 100_000 }, (_, n) => lines[n % lines.length]).join('\n');
  await expectProcessorSeconds(60, () => ALLOWLIST_FORMATS[name].read(text));
});

test.each(['-A x ', 'ufw ', 'ufw allow ', 'ip saddr 1 ', 'acl a src ', 'allow ', '[', '"', '{a'])(
  'a long line of %j is read in seconds in every format',
  async (piece) => {
    const text = piece.repeat(400_000 / piece.length);
    await expectProcessorSeconds(20, () => {
      for (const name of ALLOWLIST_NAMES) {
        ALLOWLIST_FORMATS[name].sniff(text);
        ALLOWLIST_FORMATS[name].read(text);
      }
    });
  },
);

const NGINX = `
server {
  listen 192.0.2.9:80;  # allow 192.0.2.8;
  allow 192.0.2.1; allow   2001:db8::1 ;
  allow 10.0.0.0/8;allow all;
  allow unix:; allow $trusted;
  deny 192.0.2.7;
  proxy_set_header X "allow 192.0.2.6";
}
`;
const APACHE = `
<Location /hook>
  <RequireAny>
    Require ip 192.0.2.1 2001:db8::1
    require ip 10.1 172.16.0.0/255.240.0.0 \\
      192.0.2.2
    Require not ip 192.0.2.7
    # Require ip 192.0.2.8
    Require host example.org
    Require all granted
  </RequireAny>
  Allow from 192.0.2.3 example.org
  Deny from 192.0.2.9
</Location>
`;
const HAPROXY = `
frontend smtp
  bind 192.0.2.9:25
  acl ours src 192.0.2.1 2001:db8::1 # 192.0.2.8
  acl ours src 10.0.0.0/8 -f /etc/haproxy/more.acl
  acl local dst 192.0.2.7
  acl name src mail.example.org
  acl bad src 192.0.2.10
  tcp-request connection reject if bad
  tcp-request connection reject if !ours
backend mail
  server a 192.0.2.6:25
`;
const IPTABLES_SAVE = `
# Generated by iptables-save
*filter
:INPUT DROP [0:0]
-A INPUT -i lo -j ACCEPT
-A INPUT -s 192.0.2.1/32 -p tcp -m tcp --dport 25 -j ACCEPT
[12:720] -A INPUT -s 10.0.0.0/255.0.0.0 -j ACCEPT
-A INPUT -s 192.0.2.7/32 -j DROP
-A INPUT -s 192.0.2.20/32 -m comment --comment "was -j ACCEPT" -j DROP
-A INPUT -s 192.0.2.21/32 -m comment --comment "it \\"was\\" -j ACCEPT" -j DROP
-A INPUT -p tcp -m comment --comment "not -s 192.0.2.22 " -j ACCEPT
-A INPUT ! -s 192.0.2.6/32 -j ACCEPT
-A OUTPUT -d 192.0.2.5/32 -j ACCEPT
COMMIT
`;
const IPTABLES_SCRIPT = `#!/bin/sh
sudo iptables -A INPUT -p tcp --source 192.0.2.1,192.0.2.2 --dport 25 --jump ACCEPT
ip6tables -I INPUT 1 -s 2001:db8::1 -j ACCEPT
iptables -A INPUT -m iprange --src-range 192.0.2.3-192.0.2.5 -j ACCEPT
iptables -D INPUT -s 192.0.2.9 -j ACCEPT
iptables -A INPUT -s 192.0.2.20 -m comment --comment 'no -j ACCEPT' -j DROP
iptables -A INPUT -s mail.example.org -j ACCEPT
`;
const NFTABLES = `#!/usr/sbin/nft -f
flush ruleset
define OFFICE = { 192.0.2.1, 192.0.2.2/31 }
define one = 2001:db8::1
table inet filter {
  set loops {
    type ipv4_addr
    flags interval
    elements = { 192.0.2.4 timeout 1h comment "x, y",
                 192.0.2.5-192.0.2.6 } # 192.0.2.8
  }
  set bad {
    type ipv4_addr
    elements = { 192.0.2.30, 192.0.2.31 }
  }
  set ports { type inet_service; elements = { 25, 587, 1000-2000 } }
  chain input {
    type filter hook input priority 0; policy drop;
    ip saddr 192.0.2.9 tcp dport 25 accept
    ip saddr { 10.0.0.0/8, 172.16.0.0/12 } accept
    ip6 saddr @loops6 accept
    ip saddr $OFFICE accept
    ip saddr 192.0.2.7 drop
    ip saddr 192.0.2.33 drop comment "no accept"
    ip saddr @bad tcp dport { 25 } drop
    ip saddr @loops drop; ip saddr @loops accept
    ip saddr != 192.0.2.6 accept
    ip daddr 192.0.2.5 accept
  }
}
add element inet filter loops { 192.0.2.10 }
add element inet filter bad { 192.0.2.32 }
`;
const UFW = `#!/bin/sh
ufw default deny incoming
sudo ufw allow from 192.0.2.1
ufw allow in on eth0 proto tcp from 2001:db8::1 to any port 25
ufw insert 1 limit from 10.0.0.0/8 to any port 22
ufw allow from any to any port 443
ufw deny from 192.0.2.7
ufw --force delete allow from 192.0.2.8
# ufw allow from 192.0.2.9
ufw allow 22/tcp
`;
const TERRAFORM = `
variable "offices" {
  type    = list(string)
  default = ["192.0.2.1/32", "10.0.0.0/8"] // "192.0.2.8/32"
}
/* ["192.0.2.9/32"] */
resource "aws_security_group" "mail" {
  description = "see https://example.org/192.0.2.7"
  ingress {
    cidr_blocks      = concat(["192.0.2.2/32"], local.more)
    ipv6_cidr_blocks = ["2001:db8::1/128"]
    security_groups  = ["sg-1"]
  }
  egress {
    cidr_blocks = ["0.0.0.0/0"]
  }
}
resource "aws_vpc" "main" {
  cidr_block = "172.16.0.0/12"
}
`;
const AWS = JSON.stringify({
  SecurityGroups: [
    {
      IpPermissions: [
        { FromPort: 25, IpRanges: [{ CidrIp: '192.0.2.1/32' }], Ipv6Ranges: [{ CidrIpv6: '2001:db8::1/128' }] },
      ],
      IpPermissionsEgress: [{ IpRanges: [{ CidrIp: '0.0.0.0/0' }] }],
      VpcId: 'vpc-1',
    },
  ],
});
const POSTFIX = `
# cidr table
192.0.2.1  OK
192.0.2.7/32 REJECT no
2001:db8::/32
  permit
if 10.0.0.0/8
10.0.0.1/32 permit_mynetworks
endif
!192.0.2.0/24 dunno
`;
const MAIN_CF = `
myhostname = mail.example.org
mynetworks = 127.0.0.0/8, [::1]/128
  192.0.2.1
  hash:/etc/postfix/network_table
smtpd_client_restrictions = permit_mynetworks, reject
`;

test.each([
  ['nginx', NGINX, ['192.0.2.1', '2001:db8::1', '10.0.0.0/8']],
  ['apache', APACHE, ['192.0.2.1', '2001:db8::1', '10.1', '172.16.0.0/255.240.0.0', '192.0.2.2', '192.0.2.3']],
  ['haproxy', HAPROXY, ['192.0.2.1', '2001:db8::1', '10.0.0.0/8']],
  ['iptables', IPTABLES_SAVE, ['192.0.2.1', '10.0.0.0/255.0.0.0']],
  ['iptables', IPTABLES_SCRIPT, ['192.0.2.1', '192.0.2.2', '2001:db8::1', '192.0.2.3-192.0.2.5']],
  [
    'nftables',
    NFTABLES,
    [
      ...['192.0.2.1', '192.0.2.2/31', '2001:db8::1', '192.0.2.4', '192.0.2.5-192.0.2.6', '192.0.2.9', '10.0.0.0/8'],
      ...['172.16.0.0/12', '192.0.2.10'],
    ],
  ],
  ['ufw', UFW, ['192.0.2.1', '2001:db8::1', '10.0.0.0/8']],
  ['terraform', TERRAFORM, ['192.0.2.1', '10.0.0.0/8', '192.0.2.2', '2001:db8::1']],
  ['aws-sg', AWS, ['192.0.2.1', '2001:db8::1']],
  ['postfix', POSTFIX, ['192.0.2.1', '2001:db8::/32']],
  ['postfix', MAIN_CF, ['127.0.0.0/8', '::1', '192.0.2.1']],
  [
    'plain',
    '# office\n192.0.2.1 # door\n\n10.0.0.0/8\n\t2001:db8::1\t\n; old\n',
    ['192.0.2.1', '10.0.0.0/8', '2001:db8::1'],
  ],
  ['plain', '', []],
] as const)('%s: a file written by a person is detected, and its addresses are found', (name, text, expected) => {
  const { name: detected, entries } = readAllowlist(text, 'file');
  expect(detected).toBe(name);
  expect(entries.map(({ range }) => range.text)).toEqual(expected);
});

test.each([
  ['plain', '192.0.2.1\n\nhello\n', 3, 'hello'],
  ['plain', '192.0.2.1 192.0.2.2\n', 1, '192.0.2.1 192.0.2.2'],
  ['nginx', 'server {\n  allow 192.0.2.1;\n  allow 192.0.2.300;\n}', 3, '192.0.2.300'],
  ['apache', 'Require ip 192.0.2.1 \\\n  1.2.3.4.5\n', 2, '1.2.3.4.5'],
  ['haproxy', 'global\n\n  acl a src 1.2.3\n', 3, '1.2.3'],
  ['iptables', '*filter\n-A INPUT -s 10.0.0.0/33 -j ACCEPT\n', 2, '10.0.0.0/33'],
  ['nftables', 'table inet a {\n  set b {\n elements = { 192.0.2.1,\n 1.2.3 }\n} }', 4, '1.2.3'],
  ['ufw', '\nufw allow from 2001:db8:::1\n', 2, '2001:db8:::1'],
  ['terraform', 'locals {\n  a = [\n    "192.0.2.1/32",\n    "192.0.2.1/64",\n  ]\n}', 4, '192.0.2.1/64'],
  ['aws-sg', '[\n  {"CidrIp": "192.0.2.1/32"},\n  {"CidrIp": "x"}\n]', 3, 'x'],
  ['aws-sg', '[\n  {"CidrIp": "192.0.2.1/32"},\n  oops\n]\n', 3, undefined],
  ['aws-sg', '[\n  {"CidrIp": "192.0.2.1/32"}\n', 3, undefined],
  ['postfix', '192.0.2.1 OK\n192.0.2.2\n', 2, '192.0.2.2'],
  ['postfix', 'myhostname = a\nmynetworks = 127.0.0.0/8\n  10.0.0.0/40\n', 3, '10.0.0.0/40'],
] as const)('%s: an invalid line is named', async (name, text, line, shown) => {
  const { code, message } = await failureOf(() => readAllowlist(text, 'file', name));
  expect(code).toBe('usage');
  expect(message).toContain(
    `file, line ${line}: ${shown === undefined ? 'invalid JSON' : `invalid address or range ${JSON.stringify(shown)}`}`,
  );
});

test('if a file has a block, only the block is read, and line numbers are those of the file', async () => {
  const text = 'allow 10.0.0.0/8;\n# BEGIN loopsctl ips\nallow 192.0.2.1;\n# END loopsctl ips\nallow 192.0.2.2;\n';
  expect(found(text)).toEqual(['192.0.2.1']);
  const { message } = await failureOf(() => readAllowlist(text.replace('192.0.2.1', '192.0.2.'), 'file'));
  expect(message).toContain('file, line 3:');
});

test('an empty list allows nothing and is still valid in every format', () => {
  expect(
    Object.fromEntries(ALLOWLIST_NAMES.map((name) => [name, ALLOWLIST_FORMATS[name].render([]).join('\n')])),
  ).toMatchInlineSnapshot(`
    {
      "apache": "Require all denied",
      "aws-sg": "[]",
      "cidr": "",
      "haproxy": "acl from_loops always_false",
      "iptables": "*filter
    :LOOPS-IPS - [0:0]
    COMMIT",
      "nftables": "table inet filter {
      set loops_ipv4 { type ipv4_addr; }
      set loops_ipv6 { type ipv6_addr; }
    }
    flush set inet filter loops_ipv4
    flush set inet filter loops_ipv6",
      "nginx": "",
      "plain": "",
      "postfix": "",
      "terraform": "locals {
      loops_ipv4_cidrs = []
      loops_ipv6_cidrs = []
    }",
      "ufw": "",
    }
  `);
});
