/** The nouns of the product in the order in which help lists them. Each is loaded only when it is named. */
import type { Noun } from '../define/command.ts';

export const resources: readonly Noun[] = [
  {
    name: 'transactional',
    summary: 'Transactional emails: records, drafts, publishing, delivery counters',
    load: async () => (await import('./transactional/index.ts')).commands,
  },
  {
    name: 'groups',
    aliases: ['group'],
    summary: 'Groups of transactional emails and of campaigns',
    load: async () => (await import('./groups.ts')).commands,
  },
  {
    name: 'workflow',
    aliases: ['workflows'],
    summary: 'Workflow graphs and their nodes',
    load: async () => (await import('./workflow/index.ts')).commands,
  },
  {
    name: 'themes',
    aliases: ['theme'],
    summary: 'Themes and their styles',
    load: async () => (await import('./themes.ts')).commands,
  },
  {
    name: 'segments',
    aliases: ['segment'],
    summary: 'Audience segments and their filters',
    load: async () => (await import('./segments.ts')).commands,
  },
  {
    name: 'ips',
    aliases: ['ip'],
    summary: 'Dedicated sending IP addresses',
    load: async () => (await import('./ips/index.ts')).commands,
  },
];
