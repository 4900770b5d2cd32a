/**
 * Plays transcripts to `main`. Requests are served within the process, which saves a quarter of the time:
 * `test/built/transcripts.test.ts` plays the same files to the built program, over loopback.
 */
import { expect, test } from 'vitest';
import { playTranscript, TRANSCRIPTS, type Transcript } from './transcripts.ts';

/** Those that read all of an account take as long as all others together. */
export const readsAccount = ({ name }: Transcript): boolean => /^(account|as-code)/.test(name);

/** Tests a part of the transcripts: two files take half as long as one, because each has a worker of its own. */
export function testTranscripts(isInPart: (transcript: Transcript) => boolean): void {
  const part = TRANSCRIPTS.filter(isInPart);

  test('there are transcripts', () => {
    expect(part).not.toEqual([]);
  });

  test.each(part)('$name', async (transcript) => {
    await expect(await playTranscript(transcript, { loopback: false })).toMatchFileSnapshot(transcript.path);
  });
}
