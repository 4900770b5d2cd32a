/** Routes of the API: which requests belong to one. */
import type { Method, Route } from './operation.ts';

/** Whether a request is one of a route: `GET`, `/v1/themes/c1` of `GET /v1/themes/{id}`. */
export function matchesRoute(route: Route, method: Method, path: string): boolean {
  const [own, template = ''] = route.split(' ');
  if (own !== method) return false;
  const parts = template.split('/');
  const segments = path.split('/');
  return parts.length === segments.length && parts.every((part, index) => matchesPart(part, segments[index] ?? ''));
}

const matchesPart = (part: string, segment: string): boolean =>
  isPlaceholder(part) ? segment !== '' : decode(part) === decode(segment);

export const isPlaceholder = (segment: string): boolean => segment.startsWith('{');

/** Servers decode a path before they match it: `/v1/%74hemes` is `/v1/themes`. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** What a path has in place of the placeholders, in their order. */
export const pathValues = (route: string, path: string): readonly string[] => {
  const segments = path.split('/');
  return routeSegments(route).flatMap((part, index) =>
    isPlaceholder(part) ? decodeURIComponent(segments[index] ?? '') : [],
  );
};

/** Values for the placeholders of a route, as fields of an input. */
export const pathInput = (route: string, values: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    routeSegments(route)
      .filter(isPlaceholder)
      .map((part, index) => [part.slice(1, -1), values[index] ?? '']),
  );

const routeSegments = (route: string): readonly string[] => (route.split(' ')[1] ?? '').split('/');
