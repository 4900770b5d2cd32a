/** AWS: the permissions of a security group, for `aws ec2 authorize-security-group-ingress --ip-permissions`. */
import { isRecord } from '../../../define/json.ts';
import { depthOf, MAX_JSON_DEPTH } from '../../../runtime/parse-json.ts';
import { cidr, type Family, parseRange } from '../address.ts';
import { type AllowlistFormat, countMatches, type Entry, type Problem, type Reading } from './format.ts';

const RANGES: ReadonlyArray<readonly [Family, string, string]> = [
  [4, 'IpRanges', 'CidrIp'],
  [6, 'Ipv6Ranges', 'CidrIpv6'],
];

const SMTP = 25;

const countKeys = countMatches(/"(?:IpPermissions|IpRanges|Ipv6Ranges|CidrIp|CidrIpv6)"/g);

/** The line of the first syntax error: the text before it is only incomplete. */
function lineOfSyntaxError(text: string): number {
  const lines = text.split('\n');
  let [valid, invalid] = [0, lines.length];
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (isJsonPrefix(lines.slice(0, middle).join('\n'))) valid = middle;
    else invalid = middle;
  }
  return invalid;
}

/** Whether a text could be continued to a JSON document. */
function isJsonPrefix(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as Error;
    return /\b(end of JSON input|EOF)\b/.test(message) || message.includes(`at position ${text.length}`);
  }
}

/** Also finds the networks in the output of `describe-security-groups`, except egress rules. */
function* networks(value: unknown): Iterable<string> {
  if (Array.isArray(value)) for (const item of value) yield* networks(item);
  if (!isRecord(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    if (RANGES.some(([, , field]) => field === name) && typeof inner === 'string') yield inner;
    else if (name !== 'IpPermissionsEgress') yield* networks(inner);
  }
}

/** Networks come in the order of the file, so each line is searched from the previous one. */
function read(text: string): Reading {
  const entries: Entry[] = [];
  const problems: Problem[] = [];
  if (depthOf(text) > MAX_JSON_DEPTH) {
    return {
      entries,
      problems: [{ line: 1, text: '', reason: `JSON nested more than ${MAX_JSON_DEPTH} levels deep` }],
    };
  }
  let found: readonly string[];
  try {
    found = [...networks(JSON.parse(text.trim() === '' ? '[]' : text))];
  } catch {
    return { entries, problems: [{ line: lineOfSyntaxError(text), text: '', reason: 'invalid JSON' }] };
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

export const awsSg: AllowlistFormat = {
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
  // Any other JSON is most likely a security group too.
  sniff: (text) => Math.max(countKeys(text), /^\s*[[{]/.test(text) ? 1 : 0),
  markers: 'none',
  appends: false,
};
