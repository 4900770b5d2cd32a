/** Lists without a program: one address, or one network, a line. Both are read in the same way. */
import { cidr, parseRange } from '../address.ts';
import type { AllowListFormat, Entry, Problem, Reading } from './format.ts';

/** Everything that is neither empty nor a comment must be one address or range: nothing else can be in a list. */
function read(text: string): Reading {
  const entries: Entry[] = [];
  const problems: Problem[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const word = line.replace(/(^|\s)[#;].*/, '').trim();
    if (word === '') continue;
    const range = parseRange(word);
    if (range === undefined) problems.push({ line: index + 1, text: word });
    else entries.push({ range, line: index + 1 });
  }
  return { entries, problems };
}

export const plain: AllowListFormat = {
  render: (addresses) => addresses.map(({ text }) => text),
  read,
  marks: 'lists',
  appends: true,
};

export const cidrList: AllowListFormat = { ...plain, render: (addresses) => addresses.map(cidr) };
