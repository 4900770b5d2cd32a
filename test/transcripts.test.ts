/**
 * Plays every transcript to `main` in this process; `test/built/transcripts.test.ts` plays the same files to the built program.
 * To add one, write a file with only its `$` lines and run `npx vitest run test/transcripts.test.ts -u`.
 */
import { expect, test } from 'vitest';
import { playTranscript, TRANSCRIPTS } from './transcripts.ts';

/** `npm run test:quick` serves requests within the process, which saves a quarter of the time. */
const isQuick = process.env['MODE'] === 'quick';

test('there are transcripts', () => {
  expect(TRANSCRIPTS.length).toBeGreaterThan(10);
});

test.each(TRANSCRIPTS)('$name', async (transcript) => {
  await expect(await playTranscript(transcript, { loopback: !isQuick })).toMatchFileSnapshot(transcript.path);
});
