/** Audience segments: list and show. */
import { section } from '../account.ts';
import { collection } from '../collection.ts';
import type { SandboxNoun } from '../handler.ts';
import { seededSegments } from './segments.seed.ts';

const audienceSegments = section('audienceSegments', seededSegments);

export const segments: SandboxNoun = {
  sections: [audienceSegments],
  handlers: collection('audience-segments', {
    section: audienceSegments,
    noun: 'Audience segment',
    recordOf: (segment) => segment,
  }).handlers,
};
