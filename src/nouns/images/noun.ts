/** The commands for images. */
import type { Noun } from '../../define/tree.ts';

export const images: Noun = {
  name: 'images',
  aliases: ['image'],
  summary: 'Images for emails',
  verbs: [
    {
      name: 'push',
      summary: 'Upload images and print their URLs',
      load: async () => (await import('./push.ts')).pushCommand,
    },
    {
      name: 'complete',
      summary: 'Publish an image that was stored by an interrupted upload',
      load: async () => (await import('./complete.ts')).completeCommand,
    },
  ],
};
