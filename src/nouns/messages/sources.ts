/** Opens the LMX that arguments name: files, email messages, and the messages of campaigns and transactional emails. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { isRecord } from '../../define/json.ts';
import { Failure, usage } from '../../errors.ts';
import type { MailKind } from '../../lmx/lint/rule.ts';
import { isFileName } from '../../runtime/files.ts';
import { parseJson } from '../../runtime/parse-json.ts';
import { getCampaign } from '../campaigns/operations.ts';
import { getComponent } from '../components/operations.ts';
import { emailOrFile, idOf } from '../ids.ts';
import { getTransactional } from '../transactional/operations.ts';
import { type EmailMessage, getMessage } from './operations.ts';

/** The text that a command reads. */
export interface Source {
  /** As it was passed. */
  readonly source: string;
  readonly lmx: string;
  /** The file in which places of the LMX are places of the file. */
  readonly file?: string | undefined;
  readonly kind?: MailKind | undefined;
  /** The message, where it is known: of the account, or saved as JSON. */
  readonly message?: Partial<EmailMessage> | undefined;
}

/** What a person named: a file, or a record of the account. */
export type Wanted =
  | { readonly type: 'file' | 'message'; readonly name: string }
  /** `shown` is the name of the record, where `name` is its ID. */
  | { readonly type: 'transactional' | 'campaign' | 'component'; readonly name: string; readonly shown?: string };

const transactional = idOf('transactional email');
const campaign = idOf('campaign');
const component = idOf('component');
const ARGUMENT =
  'file with LMX; or name of a transactional email, campaign or component; or ID of an email message; - for stdin';
const TRANSACTIONAL = 'a transactional email: its draft, or what is published';

/** The fields of a command for any number of emails. */
export const emailsInput = {
  messages: z.array(emailOrFile()).default([]).describe(ARGUMENT).meta({ placeholder: 'file|name|id' }),
  transactional: z.array(transactional).default([]).describe(`${TRANSACTIONAL} (repeatable)`),
  campaign: z.array(campaign).default([]).describe('a campaign (repeatable)'),
  component: z.array(component).default([]).describe('a component (repeatable)'),
};

/** The fields of a command for one email. */
export const emailInput = {
  message: emailOrFile().optional().describe(ARGUMENT).meta({ placeholder: 'file|name|id' }),
  transactional: transactional.optional().describe(TRANSACTIONAL),
  campaign: campaign.optional().describe('a campaign'),
  component: component.optional().describe('a component'),
  published: z.boolean().default(false).describe('the published version of the transactional email'),
};

type Flags<Value> = Partial<Readonly<Record<'transactional' | 'campaign' | 'component', Value | undefined>>>;

export const SOURCE_CALLS = [getMessage, getTransactional, getCampaign, getComponent] as const;

/** Documents of Loops have at most 100 KB; this leaves room for JSON and for documents that are too large. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

const FLAGS = ['transactional', 'campaign', 'component'] as const;

/** What an argument means: a name has become `campaign:<id>`. */
function argumentOf(text: string): Wanted {
  const type = FLAGS.find((flag) => text.startsWith(`${flag}:`));
  if (type !== undefined) return { type, name: text.slice(type.length + 1) };
  return { type: isFileName(text) ? 'file' : 'message', name: text };
}

/** Arguments in their order, and then what flags name. */
export const wantedOf = (typed: Flags<readonly string[]> & { readonly messages: readonly string[] }): Wanted[] => [
  ...typed.messages.map(argumentOf),
  ...FLAGS.flatMap((type) => (typed[type] ?? []).map((name): Wanted => ({ type, name }))),
];

/** Throws a `usage` failure unless exactly one email was named. */
export function oneWanted(typed: Flags<string> & { readonly message?: string | undefined }): Wanted {
  const list = (value: string | undefined) => (value === undefined ? [] : [value]);
  const [first, second] = wantedOf({
    messages: list(typed.message),
    transactional: list(typed.transactional),
    campaign: list(typed.campaign),
    component: list(typed.component),
  });
  if (first === undefined) throw usage('No email was named.', 'Pass a file, a name or an ID.');
  if (second !== undefined) throw usage('More than one email was named.', 'Pass one of them.');
  return first;
}

/** Directories whose name says what the emails in them are. */
const DIRECTORIES: Readonly<Record<string, MailKind>> = {
  campaign: 'campaign',
  campaigns: 'campaign',
  workflow: 'workflow',
  workflows: 'workflow',
  transactional: 'transactional',
  component: 'component',
  components: 'component',
};

function kindOfPath(path: string): MailKind | undefined {
  for (const part of path.split(/[/\\]/).slice(0, -1).reverse()) {
    if (Object.hasOwn(DIRECTORIES, part)) return DIRECTORIES[part];
  }
  return undefined;
}

/** A message belongs to a campaign, a transactional email, or else a workflow. */
export const kindOf = ({ campaignId, transactionalId }: Partial<EmailMessage>): MailKind =>
  typeof campaignId === 'string' ? 'campaign' : typeof transactionalId === 'string' ? 'transactional' : 'workflow';

export async function readText(context: Context, path: string): Promise<string> {
  const bytes = await context.files.read(path, MAX_FILE_BYTES);
  try {
    // The byte order mark stays, so that offsets and a rewritten file are right.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw usage(`${path === '-' ? 'Standard input' : path} is not UTF-8.`, 'Save it as UTF-8 text.');
  }
}

/** Whether the texts of a saved message or component are text. */
const isSaved = (record: unknown): record is Partial<EmailMessage> & { readonly lmx: string } =>
  isRecord(record) &&
  typeof record['lmx'] === 'string' &&
  ['subject', 'previewText'].every((field) => !(field in record) || typeof record[field] === 'string');

/** A file with LMX, or JSON saved with `messages show --json`. */
async function openFile(context: Context, path: string): Promise<Source> {
  const text = await readText(context, path);
  const shown = path === '-' ? 'Standard input' : path;
  if (!path.endsWith('.json') && !/^\s*\{\s*"/.test(text)) {
    if (text.trim() === '') throw usage(`${shown} is empty.`, 'Pass a file with LMX.');
    return { source: path, lmx: text, file: path === '-' ? undefined : path, kind: kindOfPath(path) };
  }
  const hint = 'Save a message with `loopsctl messages show <id> --json`.';
  const record = parseJson(text.replace(/^\ufeff/, ''), shown, hint);
  if (!isSaved(record)) throw usage(`${shown} is not a saved message.`, hint);
  const isMessage = 'subject' in record || 'campaignId' in record || 'transactionalId' in record;
  return {
    source: path,
    lmx: record.lmx,
    kind: isMessage ? kindOf(record) : (kindOfPath(path) ?? 'component'),
    message: isMessage ? record : undefined,
  };
}

async function openMessage(context: Context, source: string, id: string): Promise<Source> {
  const message = await context.call(getMessage, { emailMessageId: id });
  if (typeof message.lmx !== 'string') {
    throw new Failure('unexpected_response', `The response for ${source} has no LMX.`);
  }
  return { source, lmx: message.lmx, kind: kindOf(message), message };
}

const without = (what: string, name: string): Failure =>
  new Failure('not_found', `${what} ${JSON.stringify(name)} has no email message.`);

/** The draft of a transactional email, or what is published without a draft or with `published`. */
export async function openSource(context: Context, { type, name }: Wanted, published = false): Promise<Source> {
  switch (type) {
    case 'file':
      return openFile(context, name);
    case 'message':
      return openMessage(context, name, name);
    case 'campaign': {
      const campaign = await context.call(getCampaign, { campaignId: name });
      if (campaign.emailMessageId === null) throw without('Campaign', campaign.name);
      return openMessage(context, campaign.name, campaign.emailMessageId);
    }
    case 'component': {
      const component = await context.call(getComponent, { componentId: name });
      return { source: component.name, lmx: component.lmx, kind: 'component' };
    }
    case 'transactional': {
      const email = await context.call(getTransactional, { transactionalId: name });
      const draft = published ? null : email.draftEmailMessageId;
      const id = draft ?? email.publishedEmailMessageId;
      if (id === null) throw without('Transactional email', email.name);
      return openMessage(context, email.name, id);
    }
  }
}
