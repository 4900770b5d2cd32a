/** The tree: every noun and verb in the order in which help lists them. A command is loaded only when it is typed. */
import type { Entry } from '../define/tree.ts';
import { auth } from './auth/noun.ts';
import { campaigns } from './campaigns/noun.ts';
import { components } from './components/noun.ts';
import { groups } from './groups/noun.ts';
import { images } from './images/noun.ts';
import { messages } from './messages/noun.ts';
import { segments } from './segments/noun.ts';
import { themes } from './themes/noun.ts';
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
        load: async () => (await import('./transactional/show.ts')).showCommand,
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
        load: async () => (await import('./transactional/publish.ts')).publishCommand,
      },
      {
        name: 'vars',
        summary: 'List the data variables that a transactional email needs',
        load: async () => (await import('./transactional/vars.ts')).varsCommand,
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
  campaigns,
  messages,
  groups,
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
  components,
  images,
  themes,
  segments,
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
        name: 'advance',
        summary: 'Let time pass: metrics grow as they would',
        load: async () => (await import('./sandbox/state.ts')).advanceCommand,
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
    name: 'types',
    summary: 'Generate types for programs that send emails',
    load: async () => (await import('./types/command.ts')).typesCommand,
  },
  {
    name: 'schema',
    summary: 'Descriptions for editors and other tools',
    local: true,
    verbs: [
      {
        name: 'lmx',
        summary: 'Print the tags, attributes and rules of LMX as JSON',
        load: async () => (await import('./lmx-schema.ts')).lmxSchemaCommand,
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
