/**
 * Plays every transcript to the `main` of the built program, and the short ones to the program as a process, which has no terminal, no
 * DNS records and no fixed clock here. Another executable, or another version of Node, plays all of them as processes.
 */
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import type { main } from '../../src/main.ts';
import { playTranscript, TRANSCRIPTS, typedLines } from '../transcripts.ts';
import { IS_EXTERNAL } from '../world.ts';

const bundle = createRequire(import.meta.url)('../../dist/main.cjs') as { readonly main: typeof main };

describe.skipIf(IS_EXTERNAL)('in this process', () => {
  test.each(TRANSCRIPTS)('$name', async (transcript) => {
    expect(await playTranscript(transcript, { main: bundle.main })).toBe(transcript.text);
  });
});

/** Each command takes 150 ms of processor time more than in this process. */
const MOST_COMMANDS = IS_EXTERNAL ? Number.POSITIVE_INFINITY : 10;

const asProcesses = TRANSCRIPTS.filter(
  ({ text, onlyInProcess }) => !onlyInProcess && commandsIn(text) <= MOST_COMMANDS,
);

// Each has a sandbox and a directory of its own, and most of the time is spent in child processes.
test.concurrent.each(asProcesses)('$name as processes', async (transcript) => {
  expect(await playTranscript(transcript, { built: true })).toBe(transcript.text);
});

function commandsIn(text: string): number {
  return typedLines(text).filter((line) => line.startsWith('$ ')).length;
}
