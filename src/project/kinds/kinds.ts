/** Every kind of a project, in the order in which a push creates its records. */
import { campaignKind } from './campaign.ts';
import { componentKind } from './component.ts';
import { campaignGroupKind, groupKind } from './groups.ts';
import { imageKind } from './image.ts';
import type { Kind, Target } from './kind.ts';
import { segmentKind } from './segment.ts';
import { themeKind } from './theme.ts';
import { transactionalKind } from './transactional.ts';
import { workflowKind } from './workflow.ts';
import { workflowEmailKind } from './workflow-email.ts';

export const KINDS: readonly Kind[] = [
  imageKind,
  themeKind,
  componentKind,
  groupKind,
  campaignGroupKind,
  segmentKind,
  transactionalKind,
  campaignKind,
  workflowKind,
  workflowEmailKind,
];

export function kindNamed(name: string): Kind | undefined {
  return KINDS.find((kind) => kind.name === name);
}

/** `theme:brand` */
export const addressOf = (kind: Target, key: string): string => `${kind}:${key}`;
