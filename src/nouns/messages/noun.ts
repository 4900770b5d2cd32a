/** The commands for email messages. */
import type { Noun } from '../../define/tree.ts';

export const messages: Noun = {
  name: 'messages',
  aliases: ['message', 'email-messages', 'email-message'],
  summary: 'Email messages: subject, sender and body',
  verbs: [
    {
      name: 'show',
      summary: 'Show an email message in words, or its body as LMX',
      load: async () => (await import('./show.ts')).showCommand,
    },
    {
      name: 'update',
      summary: 'Change the subject, sender, body or fallbacks of a draft',
      load: async () => (await import('./update.ts')).updateCommand,
    },
    {
      name: 'preview',
      summary: 'Send a test email',
      load: async () => (await import('./preview.ts')).previewCommand,
    },
    {
      name: 'check',
      summary: 'Check emails for mistakes before they are sent',
      load: async () => (await import('./check/command.ts')).checkCommand,
    },
    {
      name: 'vars',
      summary: 'List the variables of an email, and compare them with an example',
      load: async () => (await import('./vars/command.ts')).varsCommand,
    },
    {
      name: 'open',
      summary: 'Open an email in the browser, about as people will get it',
      load: async () => (await import('./open/command.ts')).openCommand,
    },
    {
      name: 'format',
      summary: 'Write files with LMX in one canonical form',
      load: async () => (await import('./format.ts')).formatCommand,
    },
    {
      name: 'diff',
      summary: 'Compare two emails, apart from what Loops changes when it saves',
      load: async () => (await import('./diff.ts')).diffCommand,
    },
  ],
};
