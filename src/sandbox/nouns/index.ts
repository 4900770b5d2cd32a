/** The nouns that the sandbox serves. A new noun is one file in this directory and one line here. */
import type { SandboxNoun } from '../handler.ts';
import { apiKey } from './api-key.ts';
import { contacts } from './contacts.ts';
import { groups } from './groups.ts';
import { ips } from './ips.ts';
import { lists } from './lists.ts';
import { properties } from './properties.ts';
import { segments } from './segments.ts';
import { themes } from './themes.ts';
import { transactional } from './transactional.ts';
import { workflows } from './workflows.ts';

export const nouns: readonly SandboxNoun[] = [
  apiKey,
  transactional,
  groups,
  workflows,
  themes,
  segments,
  ips,
  contacts,
  properties,
  lists,
];

export const sections = nouns.flatMap((noun) => noun.sections);
