/** The nouns that are about the tool itself, in the order in which help lists them. */
import type { Noun } from '../define/command.ts';

export const toolNouns: readonly Noun[] = [
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
        import('./sandbox.ts'),
        import('./sandbox-webhook.ts'),
      ]);
      return [...commands, emitCommand];
    },
  },
  {
    name: 'webhooks',
    aliases: ['webhook'],
    summary: 'Deliveries of events: verify, send, receive, record and replay them',
    load: async () => (await import('./webhooks.ts')).commands,
  },
];
