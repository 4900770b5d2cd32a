/** The features and rate limits of the API, by path. */

/** Features that are enabled per team; the endpoints of a disabled one respond with 401. */
export const AREAS = ['content', 'workflow', 'metrics'] as const;
export type Area = (typeof AREAS)[number];

export interface RateLimit {
  readonly requests: number;
  readonly windowMs: number;
}

/** Per team. Every request counts against `general` too. Source: the public API reference. */
export const RATE_LIMITS = {
  general: { requests: 10, windowMs: 1_000 },
  content: { requests: 60, windowMs: 60_000 },
} as const satisfies Record<string, RateLimit>;
export type RateClass = keyof typeof RATE_LIMITS;

interface Collection {
  readonly area?: Area;
  readonly rateClass?: RateClass;
}

const content: Collection = { area: 'content', rateClass: 'content' };

const COLLECTIONS: Readonly<Record<string, Collection>> = {
  campaigns: content,
  // Part of the content API, but outside its rate limit.
  'audience-segments': { area: 'content' },
  'campaign-groups': content,
  components: content,
  'email-messages': content,
  themes: content,
  'transactional-emails': content,
  'transactional-groups': content,
  uploads: content,
  workflows: { area: 'workflow', rateClass: 'content' },
};

function collectionOf(path: string): Collection {
  const name = /^\/v1\/([^/?]+)/.exec(path)?.[1] ?? '';
  return (Object.hasOwn(COLLECTIONS, name) ? COLLECTIONS[name] : undefined) ?? {};
}

/** The feature that a path such as `/v1/workflows/abc` belongs to; undefined where it is always enabled. */
export function areaOf(path: string): Area | undefined {
  if (/^\/v1\/(transactional-emails\/[^/]+|workflows\/[^/]+\/nodes\/[^/]+)\/metrics$/.test(path)) return 'metrics';
  return collectionOf(path).area;
}

export const rateClassOf = (path: string): RateClass => collectionOf(path).rateClass ?? 'general';

export const appliedClasses = (rateClass: RateClass): readonly RateClass[] =>
  rateClass === 'general' ? ['general'] : ['general', rateClass];

export function formatLimit({ requests, windowMs }: RateLimit): string {
  const units: Readonly<Record<number, string>> = { 1000: '/s', 60000: '/min' };
  return `${requests} requests${units[windowMs] ?? ` per ${windowMs / 1000} s`}`;
}
