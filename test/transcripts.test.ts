/** To add a transcript, write a file with only its `$` lines and run `npx vitest run test/transcripts -u`. */
import { readsAccount, testTranscripts } from './transcript-tests.ts';

testTranscripts((transcript) => !readsAccount(transcript));
