/** The noun `auth`, whose main commands have a second name at the top of the tree. */
import type { Noun } from '../../define/tree.ts';

export const auth: Noun = {
  name: 'auth',
  summary: 'API keys and profiles',
  local: true,
  verbs: [
    {
      name: 'login',
      summary: 'Log in with an API key',
      excessHint:
        'A key is never an argument: run `loopsctl auth login` and enter it at the prompt, or pass it on stdin. A key that you typed is in your shell history now; remove it there or revoke it.',
      load: async () => (await import('./login.ts')).loginCommand,
    },
    {
      name: 'status',
      summary: 'Show the active API key and base URL, and check the key',
      load: async () => (await import('./status.ts')).statusCommand,
    },
    { name: 'list', summary: 'List profiles', load: async () => (await import('./list.ts')).listCommand },
    { name: 'use', summary: 'Set the default profile', load: async () => (await import('./use.ts')).useCommand },
    {
      name: 'allow',
      summary: 'Restrict what a profile may do',
      load: async () => (await import('./allow.ts')).allowCommand,
    },
    {
      name: 'logout',
      summary: 'Remove a profile and its stored key',
      load: async () => (await import('./logout.ts')).logoutCommand,
    },
  ],
};
