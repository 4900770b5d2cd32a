/** Bare lists: one address or one network per line. Both are read in the same way. */
import { cidr, parseRange } from '../address.ts';
import type { AllowlistFormat, Entry, Problem, Reading } from './format.ts';

/** Every line that is not empty or a comment must be a single address or range. */
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

export const plain: AllowlistFormat = {
  render: (addresses) => addresses.map(({ text }) => text),
  read,
  // The format of any file that no other format recognizes.
  sniff: () => 0,
  markers: 'in-files',
  appends: true,
};

export const cidrList: AllowlistFormat = { ...plain, render: (addresses) => addresses.map(cidr) };
