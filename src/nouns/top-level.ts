/** The commands without a noun, and other names of commands with one. */
import { sameCommand, type Verb } from '../define/tree.ts';
import { auth } from './auth/noun.ts';
import { project } from './project/verbs.ts';

const CHANGES = 'List the changes made from this machine, and undo them';
const COPIES = 'Compare two teams by name, and save a copy of an account';
const FOR_MODELS = 'For language models: a summary of the account, and MCP';

export const topLevel: readonly Verb[] = [
  ...project,
  {
    name: 'where-used',
    summary: 'Find what uses a theme, component, segment or property',
    load: async () => (await import('./account/uses/command.ts')).whereUsedCommand,
  },
  {
    name: 'drafts',
    summary: 'List pending drafts, the oldest first',
    load: async () => (await import('./account/drafts.ts')).draftsCommand,
  },
  {
    name: 'history',
    listedAs: CHANGES,
    summary: 'List the changes made from this machine, with the values before',
    load: async () => (await import('./account/history/list.ts')).historyCommand,
  },
  {
    name: 'undo',
    listedAs: CHANGES,
    summary: 'Set the values before a change again',
    load: async () => (await import('./account/history/undo.ts')).undoCommand,
  },
  {
    name: 'diff',
    listedAs: COPIES,
    summary: 'Compare the content of two teams by name',
    load: async () => (await import('./account/teams/command.ts')).diffCommand,
  },
  {
    name: 'archive',
    listedAs: COPIES,
    summary: 'Save a copy of everything that the API can read',
    load: async () => (await import('./account/archive/command.ts')).archiveCommand,
  },
  {
    name: 'metrics',
    summary: 'Metrics of all emails in one table',
    load: async () => (await import('./metrics/command.ts')).metricsCommand,
  },
  {
    name: 'open',
    summary: 'Open a record in the Loops dashboard',
    load: async () => (await import('./tool/open.ts')).openCommand,
  },
  {
    name: 'context',
    listedAs: FOR_MODELS,
    summary: 'Summarize the account for a language model',
    load: async () => (await import('./agents/context/command.ts')).contextCommand,
  },
  {
    name: 'mcp',
    listedAs: FOR_MODELS,
    summary: 'Serve the account to a client of the Model Context Protocol',
    local: true,
    load: async () => (await import('./agents/mcp/command.ts')).mcpCommand,
  },
  {
    name: 'commands',
    summary: 'List every command with its effect',
    local: true,
    load: async () => (await import('./agents/commands.ts')).commandsCommand,
  },
  {
    name: 'version',
    summary: 'Print the version',
    local: true,
    load: async () => (await import('./tool/version.ts')).versionCommand,
  },
  {
    name: 'completion',
    summary: 'Print a completion script for bash, zsh, fish or PowerShell',
    local: true,
    load: async () => (await import('./completion/command.ts')).completionCommand,
  },
  ...sameCommand('login', auth, 'login'),
  ...sameCommand('logout', auth, 'logout'),
  ...sameCommand('whoami', auth, 'status'),
];
