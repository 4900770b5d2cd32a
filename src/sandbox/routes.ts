/** Turns the handlers into routes: finds the handler, checks methods and IDs, reads the body. */
import type { Context, Hono } from 'hono';
import { BASE_PATH } from './access.ts';
import { type Handler, type Handlers, Refusal, type Service } from './handler.ts';
import { isIdentifier } from './identifiers.ts';
import { readBody } from './request-body.ts';

/** Mounts one route of Hono for each path of `handlers`. A method without a handler is answered with 405 and an Allow header. */
export function mountRoutes(app: Hono, handlers: Handlers, service: Service): void {
  for (const [path, methods] of methodsByPath(handlers)) {
    app.all(`${BASE_PATH}${path.replace(/\{(\w+)\}/g, ':$1')}`, async (context) => {
      // Unlike the router, the service does not accept a slash at the end of a path.
      if (context.req.path.endsWith('/')) return context.notFound();
      const handler = methods.get(context.req.method);
      if (handler === undefined) return context.body(null, 405, { Allow: [...methods.keys()].join(', ') });
      const parameters = checkedParameters(context);
      const { status, body } = await handler({
        service,
        url: new URL(context.req.url),
        parameter: (placeholder) => parameters[placeholder] ?? missing(path, placeholder),
        header: (name) => context.req.header(name),
        body: context.req.method === 'GET' ? '' : await readBody(context.req.raw, path),
      });
      return status === 204 ? context.body(null, 204) : context.json(body, status);
    });
  }
}

function methodsByPath(handlers: Handlers): ReadonlyMap<string, ReadonlyMap<string, Handler>> {
  const paths = new Map<string, Map<string, Handler>>();
  for (const [route, handler] of Object.entries(handlers)) {
    const [method = '', path = ''] = route.split(' ');
    paths.set(path, (paths.get(path) ?? new Map<string, Handler>()).set(method, handler));
  }
  return paths;
}

/** `id` and names such as `nodeId` stand for IDs; any other placeholder, such as `eventName`, for free text. */
const standsForId = (placeholder: string): boolean => /^id$|Id$/.test(placeholder);

function checkedParameters(context: Context): Readonly<Record<string, string>> {
  const parameters: Readonly<Record<string, string>> = context.req.param();
  for (const [placeholder, value] of Object.entries(parameters)) {
    if (standsForId(placeholder) && !isIdentifier(value)) throw new Refusal(400, `Invalid ${placeholder}.`);
  }
  return parameters;
}

function missing(path: string, placeholder: string): never {
  throw new Error(`${path} has no placeholder ${placeholder}`);
}
