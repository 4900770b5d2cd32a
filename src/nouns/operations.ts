/** Every operation of the API that this program knows, and the one that a method and a path belong to. */
import { distance } from 'fastest-levenshtein';
import * as z from 'zod';
import { needsConfirmation } from '../define/effect.ts';
import type { Method, Operation } from '../define/operation.ts';
import { isPlaceholder, matchesRoute } from '../define/route.ts';
import { checkApiKey } from './api-key.ts';
import {
  createCampaign,
  getCampaign,
  getCampaignMetrics,
  listCampaigns,
  updateCampaign,
} from './campaigns/operations.ts';
import { createComponent, getComponent, listComponents, updateComponent } from './components/operations.ts';
import {
  createContact,
  deleteContact,
  findContact,
  getSuppression,
  removeSuppression,
  updateContact,
} from './contacts/operations.ts';
import { getEventPattern, getEventPatternByName, listEventPatterns, sendEvent } from './events/operations.ts';
import {
  createCampaignGroup,
  createTransactionalGroup,
  getCampaignGroup,
  getTransactionalGroup,
  listCampaignGroups,
  listTransactionalGroups,
  updateCampaignGroup,
  updateTransactionalGroup,
} from './groups/operations.ts';
import { completeUpload, createUpload } from './images/operations.ts';
import { listSendingIps } from './ips/operations.ts';
import { listMailingLists } from './lists.ts';
import { getMessage, guardian, previewMessage, updateMessage } from './messages/operations.ts';
import { createProperty, listProperties } from './properties.ts';
import { createSegment, getSegment, listSegments } from './segments/operations.ts';
import { createTheme, getTheme, listThemes, updateTheme } from './themes/operations.ts';
import {
  createTransactional,
  ensureDraft,
  getMetrics,
  getTransactional,
  listPublishedTransactional,
  listTransactional,
  publishTransactional,
  sendTransactional,
  updateTransactional,
} from './transactional/operations.ts';
import { getWorkflow, getWorkflowNode, getWorkflowNodeMetrics, listWorkflows } from './workflow/operations.ts';
import {
  changeMailingList,
  createWorkflow,
  deleteWorkflow,
  EDIT_OPERATIONS,
  updateWorkflow,
} from './workflow/write-operations.ts';

/** The version of the API that the operations were written for. */
export const API_VERSION = '1.22.1';

/** A new operation is added here; a test compares this list with all that the nouns export. */
export const operations: readonly Operation[] = [
  checkApiKey,
  listTransactional,
  createTransactional,
  getTransactional,
  updateTransactional,
  ensureDraft,
  publishTransactional,
  getMetrics,
  listTransactionalGroups,
  getTransactionalGroup,
  createTransactionalGroup,
  updateTransactionalGroup,
  listCampaignGroups,
  getCampaignGroup,
  createCampaignGroup,
  updateCampaignGroup,
  listCampaigns,
  createCampaign,
  getCampaign,
  updateCampaign,
  getCampaignMetrics,
  getMessage,
  updateMessage,
  previewMessage,
  guardian,
  listComponents,
  createComponent,
  getComponent,
  updateComponent,
  listWorkflows,
  getWorkflow,
  getWorkflowNode,
  getWorkflowNodeMetrics,
  createWorkflow,
  updateWorkflow,
  deleteWorkflow,
  changeMailingList,
  ...EDIT_OPERATIONS,
  listThemes,
  createTheme,
  getTheme,
  updateTheme,
  listSegments,
  getSegment,
  createSegment,
  createUpload,
  completeUpload,
  listSendingIps,
  createContact,
  updateContact,
  findContact,
  deleteContact,
  getSuppression,
  removeSuppression,
  createProperty,
  listProperties,
  listMailingLists,
  listEventPatterns,
  getEventPattern,
  getEventPatternByName,
  sendEvent,
  sendTransactional,
  listPublishedTransactional,
];

/**
 * The operation that a request calls. `path` starts with `/v1/` and has no query. A path that fits several routes belongs to
 * the one with the fewest placeholders.
 */
export function findOperation(method: Method, path: string): Operation | undefined {
  const placeholders = ({ route }: Operation): number => route.split('{').length;
  return operations
    .filter(({ route }) => matchesRoute(route, method, path))
    .sort((a, b) => placeholders(a) - placeholders(b))[0];
}

/** The effect of a request that no operation describes: nothing is known of a write, so it counts as the gravest. */
export const effectOfUnknown = (method: Method): 'read' | 'destroy' => (method === 'GET' ? 'read' : 'destroy');

/** Stands for an operation that is not known. Every response fits it, and only a GET may be retried. */
export const unknownOperation = (method: Method, path: string): Operation & { effect: 'read' | 'destroy' } => ({
  route: `${method} ${path as `/v1/${string}`}`,
  summary: 'A request that is not a known operation',
  input: z.object({}),
  output: z.unknown(),
  repeatable: method === 'GET',
  effect: effectOfUnknown(method),
  fieldEffects: {},
  asks: needsConfirmation(effectOfUnknown(method)),
  // Nobody knows whom an unknown write mails.
  ...(method === 'GET' ? {} : { recipients: () => undefined }),
  headers: {},
  query: [],
  spread: undefined,
});

/** The route that is spelled most like a request, `GET /v1/themes/{id}`; undefined where more than half differs. */
export function nearestRoute(method: Method, path: string): string | undefined {
  const segments = path.split('/');
  const ranked = operations.map(({ route }) => {
    const [own, template = ''] = route.split(' ');
    // A placeholder fits anything.
    const filled = template.split('/').map((part, index) => (isPlaceholder(part) ? (segments[index] ?? part) : part));
    return { route, steps: distance(path, filled.join('/')) + (own === method ? 0 : 1) };
  });
  const best = ranked.reduce((nearest, one) => (one.steps < nearest.steps ? one : nearest));
  return best.steps * 2 <= path.length - '/v1/'.length ? best.route : undefined;
}
