/** Audience segments: list and show. */
import { collection } from '../collection.ts';
import type { SandboxNoun } from '../handler.ts';
import { audienceSegments } from './segments.seed.ts';

export const segments: SandboxNoun = {
  sections: [audienceSegments],
  handlers: collection('audience-segments', {
    section: audienceSegments,
    noun: 'Audience segment',
    recordOf: (segment) => segment,
  }).handlers,
};
