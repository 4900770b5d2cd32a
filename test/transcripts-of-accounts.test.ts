/** Transcripts of commands that read all of an account. */
import { readsAccount, testTranscripts } from './transcript-tests.ts';

testTranscripts(readsAccount);
