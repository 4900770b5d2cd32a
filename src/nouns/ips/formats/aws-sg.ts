/** AWS: the permissions of a security group, for `aws ec2 authorize-security-group-ingress --ip-permissions`. */
import { isRecord } from '../../../define/json.ts';
import { cidr, type Family, parseRange } from '../address.ts';
import type { AllowListFormat, Entry, Problem, Reading } from './format.ts';

const RANGES: ReadonlyArray<readonly [Family, string, string]> = [
  [4, 'IpRanges', 'CidrIp'],
  [6, 'Ipv6Ranges', 'CidrIpv6'],
];

const SMTP = 25;

/** The first line that cannot go on what stands before it: up to there, all that is wrong is that the text ends. */
function brokenLine(text: string): number {
  const lines = text.split('\n');
  let [sound, broken] = [0, lines.length];
  while (broken - sound > 1) {
    const middle = (sound + broken) >> 1;
    if (isBegun(lines.slice(0, middle).join('\n'))) sound = middle;
    else broken = middle;
  }
  return broken;
}

/** Whether a text is the beginning of a JSON document. */
function isBegun(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as Error;
    return /\b(end of JSON input|EOF)\b/.test(message) || message.includes(`at position ${text.length}`);
  }
}

/** Finds the networks in what `describe-security-groups` prints, too; what goes out is left aside. */
function* networks(value: unknown): Iterable<string> {
  if (Array.isArray(value)) for (const item of value) yield* networks(item);
  if (!isRecord(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    if (RANGES.some(([, , field]) => field === name) && typeof inner === 'string') yield inner;
    else if (name !== 'IpPermissionsEgress') yield* networks(inner);
  }
}

/** The line of each text, searched from where the one before was found: they come in the order of the file. */
function read(text: string): Reading {
  const entries: Entry[] = [];
  const problems: Problem[] = [];
  let found: readonly string[];
  try {
    found = [...networks(JSON.parse(text.trim() === '' ? '[]' : text))];
  } catch {
    return { entries, problems: [{ line: brokenLine(text), text: '', reason: 'the JSON breaks off' }] };
  }
  let at = 0;
  let line = 1;
  for (const network of found) {
    const next = Math.max(at, text.indexOf(JSON.stringify(network), at));
    line += text.slice(at, next).split('\n').length - 1;
    at = next;
    const range = parseRange(network);
    if (range === undefined) problems.push({ line, text: network });
    else entries.push({ range, line });
  }
  return { entries, problems };
}

export const awsSg: AllowListFormat = {
  render: (addresses) => {
    const ranges = RANGES.map(([family, name, field]) => ({
      name,
      items: addresses
        .filter((address) => address.family === family)
        .map((address) => ({ [field]: cidr(address), Description: 'Loops' })),
    })).filter(({ items }) => items.length > 0);
    const permission = {
      IpProtocol: 'tcp',
      FromPort: SMTP,
      ToPort: SMTP,
      ...Object.fromEntries(ranges.map(({ name, items }) => [name, items])),
    };
    return JSON.stringify(ranges.length === 0 ? [] : [permission], null, 2).split('\n');
  },
  read,
  sign: /"(?:IpPermissions|IpRanges|Ipv6Ranges|CidrIp|CidrIpv6)"/g,
  marks: 'none',
  appends: false,
};
