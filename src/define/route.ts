/** Routes of the API: which requests belong to one. */
import type { Method, Route } from './operation.ts';

/** Whether a request is one of a route: `GET`, `/v1/themes/c1` of `GET /v1/themes/{id}`. */
export function matchesRoute(route: Route, method: Method, path: string): boolean {
  const [own, template = ''] = route.split(' ');
  const parts = template.split('/');
  const segments = path.split('/').map(decode);
  return (
    own === method &&
    parts.length === segments.length &&
    parts.every((part, index) => (isPlaceholder(part) ? segments[index] !== '' : decode(part) === segments[index]))
  );
}

export const isPlaceholder = (segment: string): boolean => segment.startsWith('{');

/** Servers decode a path before they match it: `/v1/%74hemes` is `/v1/themes`. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
