/** Audience segments: list, show and create. */
import * as z from 'zod';
import { collection } from '../collection.ts';
import { requestFilter, requireReferences } from '../filter.ts';
import { Refusal, type SandboxNoun } from '../handler.ts';
import { newId } from '../identifiers.ts';
import { nonEmptyText } from '../request-body.ts';
import { audienceSegments } from './segments.seed.ts';

const creation = z.strictObject({
  name: nonEmptyText('name').refine((name) => name.length <= 255, 'name is longer than 255 characters.'),
  description: z
    .string()
    .refine((text) => text.length <= 1000, 'description is longer than 1000 characters.')
    .optional(),
  filter: requestFilter,
});

export const segments: SandboxNoun = {
  sections: [audienceSegments],
  handlers: collection('audience-segments', {
    section: audienceSegments,
    noun: 'Audience segment',
    recordOf: (segment) => segment,
    create: {
      body: creation,
      make({ name, description, filter }, { account, service, createdAt }) {
        if (audienceSegments.of(account).some((segment) => segment.name === name)) {
          throw new Refusal(400, 'An audience segment with this name already exists.');
        }
        requireReferences(account, filter);
        const id = newId(service.random);
        return { id, name, description: description ?? null, createdAt, updatedAt: createdAt, filter };
      },
    },
  }).handlers,
};
