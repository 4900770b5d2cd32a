/** The tree: every noun, in the order in which help lists them. A noun is loaded only when it is typed. */
import type { Noun } from '../define/command.ts';

export const nouns: readonly Noun[] = [
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
  {
    name: 'auth',
    summary: 'API keys and profiles',
    load: async () => (await import('./auth.ts')).commands,
  },
  {
    name: 'sandbox',
    summary: 'The built-in service to try things on',
    load: async () => {
      const [{ commands }, { emitCommand }] = await Promise.all([
        import('./sandbox/start.ts'),
        import('./sandbox/emit.ts'),
      ]);
      return [...commands, emitCommand];
    },
  },
  {
    name: 'webhooks',
    aliases: ['webhook'],
    summary: 'Deliveries of events: verify, send, receive, record and replay them',
    load: async () => (await import('./webhooks/index.ts')).commands,
  },
];
