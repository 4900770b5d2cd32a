/** Which feature area of the service a path belongs to, and which request limit it counts against. */

/** A part of the service that is switched on per team; when it is off, its endpoints answer 401. */
export const AREAS = ['content', 'workflow', 'metrics'] as const;
export type Area = (typeof AREAS)[number];

/**
 * First path segments after `/v1/` that share the second, slower request limit (60 per 60 s per team),
 * with the area that switches them. Source: the service's public API reference.
 */
const CONTENT_COLLECTIONS: Readonly<Record<string, Area>> = {
  campaigns: 'content',
  'campaign-groups': 'content',
  components: 'content',
  'email-messages': 'content',
  themes: 'content',
  'transactional-emails': 'content',
  'transactional-groups': 'content',
  uploads: 'content',
  workflows: 'workflow',
};

const collectionOf = (path: string): string => /^\/v1\/([^/?]+)/.exec(path)?.[1] ?? '';

/** The area of a path such as `/v1/workflows/abc`; undefined where the service has no switch. */
export function areaOf(path: string): Area | undefined {
  if (/^\/v1\/(transactional-emails\/[^/]+|workflows\/[^/]+\/nodes\/[^/]+)\/metrics$/.test(path)) return 'metrics';
  const collection = collectionOf(path);
  // Part of the content API, but outside its rate limit.
  if (collection === 'audience-segments') return 'content';
  return Object.hasOwn(CONTENT_COLLECTIONS, collection) ? CONTENT_COLLECTIONS[collection] : undefined;
}

/** `content` paths count against 60 requests per 60 s as well as the 10 per second that every path shares. */
export function rateClassOf(path: string): 'content' | 'general' {
  return Object.hasOwn(CONTENT_COLLECTIONS, collectionOf(path)) ? 'content' : 'general';
}
