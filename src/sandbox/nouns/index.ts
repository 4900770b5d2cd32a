/** The nouns that the sandbox serves. A new noun is one file in this directory and one line here. */
import type { SandboxNoun } from '../handler.ts';
import { apiKey } from './api-key.ts';
import { campaigns } from './campaigns.ts';
import { components } from './components.ts';
import { contacts } from './contacts.ts';
import { events } from './events.ts';
import { groups } from './groups.ts';
import { ips } from './ips.ts';
import { lists } from './lists.ts';
import { messages } from './messages.ts';
import { properties } from './properties.ts';
import { segments } from './segments.ts';
import { themes } from './themes.ts';
import { transactional } from './transactional.ts';
import { transactionalSends } from './transactional-sends.ts';
import { uploads } from './uploads.ts';
import { workflows } from './workflows.ts';

export const nouns: readonly SandboxNoun[] = [
  apiKey,
  transactional,
  transactionalSends,
  groups,
  workflows,
  campaigns,
  messages,
  components,
  uploads,
  themes,
  segments,
  ips,
  contacts,
  properties,
  lists,
  events,
];

export const sections = nouns.flatMap((noun) => noun.sections);
