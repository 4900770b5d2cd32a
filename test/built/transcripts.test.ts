/** Plays every transcript to the built program. It has no terminal and no DNS records here, so transcripts with these are left to `main`. */
import { expect, test } from 'vitest';
import { playTranscript, TRANSCRIPTS } from '../transcripts.ts';

// Each has a sandbox and a directory of its own, and most of the time is spent in child processes.
test.concurrent.each(TRANSCRIPTS.filter(({ onlyInProcess }) => !onlyInProcess))('$name', async (transcript) => {
  expect(await playTranscript(transcript, { built: true })).toBe(transcript.text);
});
