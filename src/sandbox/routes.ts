/** Turns the handlers into routes: finds the handler, checks methods and IDs, reads the body. */
import type { Context, Hono } from 'hono';
import { BASE_PATH } from './gate.ts';
import { type Handler, type Handlers, Refusal, type Service } from './handler.ts';
import { isIdentifier } from './identifiers.ts';
import { readBody } from './request-body.ts';

/** Mounts one hono route for each path of `handlers`; a method without a handler answers 405 with an Allow header. */
export function mountRoutes(app: Hono, handlers: Handlers, service: Service): void {
  for (const [path, methods] of methodsByPath(handlers)) {
    app.all(`${BASE_PATH}${path.replace(/\{(\w+)\}/g, ':$1')}`, async (context) => {
      // The router does not mind a slash at the end of a path; the service does.
      if (context.req.path.endsWith('/')) return context.notFound();
      const handler = methods.get(context.req.method);
      if (handler === undefined) return context.body(null, 405, { Allow: [...methods.keys()].join(', ') });
      const ids = checkedIds(context);
      const { status, body } = await handler({
        service,
        url: new URL(context.req.url),
        id: (placeholder) => ids[placeholder] ?? missing(path, placeholder),
        body: context.req.method === 'GET' ? '' : await readBody(context.req.raw),
      });
      return context.json(body, status);
    });
  }
}

function methodsByPath(handlers: Handlers): Map<string, Map<string, Handler>> {
  const paths = new Map<string, Map<string, Handler>>();
  for (const [route, handler] of Object.entries(handlers)) {
    const [method = '', path = ''] = route.split(' ');
    paths.set(path, (paths.get(path) ?? new Map<string, Handler>()).set(method, handler));
  }
  return paths;
}

/** Every placeholder of every route is an ID. */
function checkedIds(context: Context): Record<string, string> {
  const ids: Record<string, string> = context.req.param();
  for (const [placeholder, id] of Object.entries(ids)) {
    if (!isIdentifier(id)) throw new Refusal(400, `Invalid ${placeholder}.`);
  }
  return ids;
}

function missing(path: string, placeholder: string): never {
  throw new Error(`${path} has no placeholder ${placeholder}`);
}
