/** The tree: every noun and verb in the order in which help lists them. A command is loaded only when it is typed. */
import type { Entry } from '../define/tree.ts';
import { auth } from './auth/noun.ts';
import { topLevel } from './top-level.ts';

export const tree: readonly Entry[] = [
  {
    name: 'transactional',
    summary: 'Transactional emails: records, drafts, publishing, metrics',
    verbs: [
      {
        name: 'list',
        summary: 'List transactional emails',
        load: async () => (await import('./transactional/records.ts')).listCommand,
      },
      {
        name: 'show',
        summary: 'Show a transactional email',
        load: async () => (await import('./transactional/records.ts')).showCommand,
      },
      {
        name: 'create',
        summary: 'Create a transactional email',
        load: async () => (await import('./transactional/records.ts')).createCommand,
      },
      {
        name: 'update',
        summary: 'Rename a transactional email or move it to another group',
        load: async () => (await import('./transactional/records.ts')).updateCommand,
      },
      {
        name: 'draft',
        summary: 'Create a draft if there is none',
        load: async () => (await import('./transactional/records.ts')).draftCommand,
      },
      {
        name: 'publish',
        summary: 'Publish the draft',
        load: async () => (await import('./transactional/records.ts')).publishCommand,
      },
      {
        name: 'metrics',
        summary: 'Show delivery metrics, and check them against thresholds',
        load: async () => (await import('./transactional/metrics/command.ts')).metricsCommand,
      },
      {
        name: 'history',
        summary: 'Show metrics over time, from local snapshots',
        load: async () => (await import('./transactional/metrics/history.ts')).historyCommand,
      },
    ],
  },
  {
    name: 'campaigns',
    aliases: ['campaign'],
    summary: 'Campaigns: records, drafts, scheduling, metrics',
    verbs: [
      {
        name: 'list',
        summary: 'List campaigns',
        load: async () => (await import('./campaigns/records.ts')).listCommand,
      },
      {
        name: 'show',
        summary: 'Show a campaign',
        load: async () => (await import('./campaigns/records.ts')).showCommand,
      },
      {
        name: 'create',
        summary: 'Create a campaign as a draft',
        load: async () => (await import('./campaigns/records.ts')).createCommand,
      },
      {
        name: 'update',
        summary: 'Change the name, group or audience of a campaign',
        load: async () => (await import('./campaigns/records.ts')).updateCommand,
      },
    ],
  },
  {
    name: 'messages',
    aliases: ['message', 'email-messages', 'email-message'],
    summary: 'Email messages: the content of transactional emails, campaigns and workflows',
    verbs: [
      {
        name: 'show',
        summary: 'Show an email message in words, or its body as LMX',
        load: async () => (await import('./messages/show.ts')).showCommand,
      },
      {
        name: 'update',
        summary: 'Change the subject, sender, body or fallbacks of a draft',
        load: async () => (await import('./messages/update.ts')).updateCommand,
      },
      {
        name: 'check',
        summary: 'Check emails for mistakes before they are sent',
        load: async () => (await import('./messages/check/command.ts')).checkCommand,
      },
    ],
  },
  {
    name: 'groups',
    aliases: ['group'],
    summary: 'Groups of transactional emails and of campaigns',
    verbs: [
      { name: 'list', summary: 'List groups', load: async () => (await import('./groups.ts')).listCommand },
      { name: 'show', summary: 'Show a group', load: async () => (await import('./groups.ts')).showCommand },
      { name: 'create', summary: 'Create a group', load: async () => (await import('./groups.ts')).createCommand },
      {
        name: 'update',
        summary: 'Rename a group or change its description',
        load: async () => (await import('./groups.ts')).updateCommand,
      },
    ],
  },
  {
    name: 'workflow',
    aliases: ['workflows'],
    summary: 'Workflows as graphs: draw, lint, compare (API: alpha)',
    verbs: [
      {
        name: 'list',
        summary: 'List workflows',
        load: async () => (await import('./workflow/list/command.ts')).listCommand,
      },
      {
        name: 'show',
        summary: 'Show a workflow as a tree, or one node in detail',
        load: async () => (await import('./workflow/show/command.ts')).showCommand,
      },
      {
        name: 'paths',
        summary: 'List all paths through a workflow with their conditions, emails and timing',
        load: async () => (await import('./workflow/paths/command.ts')).pathsCommand,
      },
      {
        name: 'lint',
        summary: 'Check workflows for mistakes',
        load: async () => (await import('./workflow/lint/command.ts')).lintCommand,
      },
      {
        name: 'diff',
        summary: 'Compare two workflows, or a saved workflow with the live one',
        load: async () => (await import('./workflow/diff/command.ts')).diffCommand,
      },
    ],
  },
  {
    name: 'components',
    aliases: ['component'],
    summary: 'Components: parts of email bodies that many emails share',
    verbs: [
      {
        name: 'list',
        summary: 'List components',
        load: async () => (await import('./components/records.ts')).listCommand,
      },
      {
        name: 'show',
        summary: 'Show a component, or its body as LMX',
        load: async () => (await import('./components/records.ts')).showCommand,
      },
      {
        name: 'create',
        summary: 'Create a component from a file',
        load: async () => (await import('./components/records.ts')).createCommand,
      },
      {
        name: 'update',
        summary: 'Rename a component, or change its body in every email that uses it',
        load: async () => (await import('./components/records.ts')).updateCommand,
      },
    ],
  },
  {
    name: 'images',
    aliases: ['image'],
    summary: 'Images for emails',
    verbs: [
      {
        name: 'push',
        summary: 'Upload images and print their URLs',
        load: async () => (await import('./images/push.ts')).pushCommand,
      },
    ],
  },
  {
    name: 'themes',
    aliases: ['theme'],
    summary: 'Themes and their styles',
    verbs: [
      { name: 'list', summary: 'List themes', load: async () => (await import('./themes/records.ts')).listCommand },
      {
        name: 'show',
        summary: 'Show a theme with all of its styles',
        load: async () => (await import('./themes/records.ts')).showCommand,
      },
      {
        name: 'create',
        summary: 'Create a theme',
        load: async () => (await import('./themes/write.ts')).createCommand,
      },
      {
        name: 'update',
        summary: 'Rename a theme, or change styles in every email that uses it',
        load: async () => (await import('./themes/write.ts')).updateCommand,
      },
    ],
  },
  {
    name: 'segments',
    aliases: ['segment'],
    summary: 'Audience segments and their filters',
    verbs: [
      { name: 'list', summary: 'List segments', load: async () => (await import('./segments.ts')).listCommand },
      {
        name: 'show',
        summary: 'Show a segment with its filter in words',
        load: async () => (await import('./segments.ts')).showCommand,
      },
      {
        name: 'create',
        summary: 'Create a segment from a filter in a file',
        load: async () => (await import('./segments.ts')).createCommand,
      },
    ],
  },
  {
    name: 'ips',
    aliases: ['ip'],
    summary: 'Dedicated sending IP addresses and their allowlists',
    verbs: [
      {
        name: 'list',
        summary: 'List the dedicated sending IP addresses',
        load: async () => (await import('./ips/list.ts')).listCommand,
      },
      {
        name: 'check',
        summary: 'Check that an allowlist contains the sending IP addresses',
        load: async () => (await import('./ips/check.ts')).checkCommand,
      },
      {
        name: 'sync',
        summary: 'Keep the sending IP addresses in a file up to date',
        load: async () => (await import('./ips/sync.ts')).syncCommand,
      },
    ],
  },
  auth,
  {
    name: 'sandbox',
    summary: 'Local sandbox with sample data',
    local: true,
    verbs: [
      {
        name: 'start',
        summary: 'Serve the sandbox on this machine until stopped',
        load: async () => (await import('./sandbox/start.ts')).startCommand,
      },
      {
        name: 'reset',
        summary: 'Discard all changes',
        load: async () => (await import('./sandbox/state.ts')).resetCommand,
      },
      {
        name: 'path',
        summary: 'Print the path of the state file',
        load: async () => (await import('./sandbox/state.ts')).pathCommand,
      },
      {
        name: 'emit',
        summary: 'Send a webhook event from a running sandbox',
        load: async () => (await import('./sandbox/emit.ts')).emitCommand,
      },
    ],
  },
  {
    name: 'webhooks',
    aliases: ['webhook'],
    summary: 'Send, receive, verify and replay webhook events',
    local: true,
    verbs: [
      {
        name: 'events',
        summary: 'List event types and the fields of their payloads',
        load: async () => (await import('./webhooks/events.ts')).eventsCommand,
      },
      {
        name: 'sample',
        summary: 'Print a sample payload',
        load: async () => (await import('./webhooks/sample.ts')).sampleCommand,
      },
      {
        name: 'create-secret',
        summary: 'Generate a test signing secret',
        load: async () => (await import('./webhooks/create-secret.ts')).createSecretCommand,
      },
      {
        name: 'sign',
        summary: 'Print the three signature headers for a body',
        load: async () => (await import('./webhooks/sign.ts')).signCommand,
      },
      {
        name: 'verify',
        summary: 'Verify a captured webhook and explain failures',
        load: async () => (await import('./webhooks/verify.ts')).verifyCommand,
      },
      {
        name: 'send',
        summary: 'Sign an event and deliver it to your receiver',
        load: async () => (await import('./webhooks/send.ts')).sendCommand,
      },
      {
        name: 'listen',
        summary: 'Receive deliveries: verify, record and forward them until stopped',
        load: async () => (await import('./webhooks/listen.ts')).listenCommand,
      },
      {
        name: 'replay',
        summary: 'Replay recorded deliveries in order',
        load: async () => (await import('./webhooks/replay.ts')).replayCommand,
      },
    ],
  },
  {
    name: 'api',
    summary: 'Send any request to the API',
    load: async () => (await import('./api/command.ts')).apiCommand,
  },
  {
    name: 'doctor',
    summary: 'Check the setup: API key, features, limits, DNS records',
    load: async () => (await import('./doctor/command.ts')).doctorCommand,
  },
  ...topLevel,
];
