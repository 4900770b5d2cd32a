/** The tree: every noun and verb in the order in which help lists them. A command is loaded only when it is typed. */
import type { Entry } from '../define/tree.ts';
import { auth } from './auth/noun.ts';
import { campaigns } from './campaigns/noun.ts';
import { components } from './components/noun.ts';
import { contacts } from './contacts/noun.ts';
import { events } from './events/noun.ts';
import { groups } from './groups/noun.ts';
import { images } from './images/noun.ts';
import { messages } from './messages/noun.ts';
import { segments } from './segments/noun.ts';
import { themes } from './themes/noun.ts';
import { topLevel } from './top-level.ts';
import { transactional } from './transactional/noun.ts';
import { workflow } from './workflow/noun.ts';

export const tree: readonly Entry[] = [
  transactional,
  campaigns,
  messages,
  groups,
  workflow,
  events,
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
  contacts,
  {
    name: 'properties',
    aliases: ['property'],
    summary: 'Properties that contacts can have',
    verbs: [
      { name: 'list', summary: 'List properties', load: async () => (await import('./properties.ts')).listCommand },
      {
        name: 'create',
        summary: 'Create a property',
        load: async () => (await import('./properties.ts')).createCommand,
      },
    ],
  },
  {
    name: 'lists',
    summary: 'Mailing lists',
    verbs: [
      { name: 'list', summary: 'List mailing lists', load: async () => (await import('./lists.ts')).listCommand },
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
        summary: 'Let time pass: metrics grow, and emails become due',
        load: async () => (await import('./sandbox/advance.ts')).advanceCommand,
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
      {
        name: 'outbox',
        summary: 'List the emails that would have been sent, and why',
        load: async () => (await import('./sandbox/outbox.ts')).outboxCommand,
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
    summary: 'Print the JSON Schema of a command, an operation or LMX',
    local: true,
    load: async () => (await import('./agents/schema.ts')).schemaCommand,
  },
  {
    name: 'skill',
    summary: 'Instructions for language models that use loopsctl',
    local: true,
    verbs: [
      {
        name: 'show',
        summary: 'Print the skill, AGENTS.md or llms.txt',
        load: async () => (await import('./agents/skill/commands.ts')).showCommand,
      },
      {
        name: 'install',
        summary: 'Install the skill, or update it',
        load: async () => (await import('./agents/skill/commands.ts')).installCommand,
      },
      {
        name: 'check',
        summary: 'Check that the installed skill is up to date',
        load: async () => (await import('./agents/skill/commands.ts')).checkCommand,
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
