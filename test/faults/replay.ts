/** Meets each fault on a real socket once for each kind of request, and gives the other requests the same outcome. */

import type { Method, Route } from '../../src/define/operation.ts';
import { createTransport, type HttpResponse } from '../../src/http/transport.ts';
import { checkApiKey } from '../../src/nouns/api-key.ts';
import type { IncomingResponse, OutgoingRequest } from '../../src/runtime/runtime.ts';
import { respondWith } from '../respond.ts';
import type { Fault } from './faults.ts';
import { isRequestOf } from './operations.ts';
import { startFaultServer } from './server.ts';

/** The outcome of a request: what the transport read, or the failure that it threw. */
interface Meeting {
  readonly arrived: number;
  readonly response: HttpResponse | undefined;
  readonly failure: unknown;
}

export interface Replay {
  respond(request: OutgoingRequest): Promise<IncomingResponse>;
  /** How many requests to the endpoint of this one would have arrived at the server. */
  arrivals(request: OutgoingRequest): number;
}

const endpointOf = ({ method, path }: OutgoingRequest): string => `${method} ${path.split('?')[0]}`;

/** What a fault is met with. */
export type Met = Pick<Fault, 'behave' | 'onConnect' | 'baseUrl' | 'flags' | 'lookup'>;

/** The address at which a fault is met, and what to call when it is over. */
export async function openFault(fault: Met) {
  const { port, arrived, close } = await startFaultServer(fault.behave, fault.onConnect);
  const baseUrl = (await fault.baseUrl?.(port)) ?? `http://127.0.0.1:${port}/api`;
  return { baseUrl, arrived, close };
}

async function meet(fault: Met, apiKey: string, route: Route): Promise<Meeting> {
  const { baseUrl, arrived, close } = await openFault(fault);
  const transport = createTransport(
    {
      baseUrl,
      apiKey,
      timeout: 1000 * Number(fault.flags?.at(-1) ?? 30),
      userAgent: 'loopsctl/test',
      insecureHttp: false,
      trace: () => undefined,
    },
    {
      signal: new AbortController().signal,
      catchSignals: () => () => undefined,
      lookup: fault.lookup,
      env: {},
      now: () => new Date(),
    },
  );
  const [method, path = ''] = route.split(' ') as [Method, string];
  try {
    const response = await transport.exchange({
      method,
      path,
      query: {},
      body: undefined,
      headers: {},
      pathFields: [],
    });
    return { arrived: arrived.length, response, failure: undefined };
  } catch (failure) {
    return { arrived: arrived.length, response: undefined, failure };
  } finally {
    await transport.close();
    await close();
  }
}

/** Meets the fault once for each of the routes. */
export async function recordFault(fault: Met, apiKey: string, routes: readonly Route[]): Promise<() => Replay> {
  const meetings = new Map<string, Meeting>();
  const meetAs = async (route: Route): Promise<void> => {
    meetings.set(kindOf(route), await meet(fault, apiKey, route));
  };
  await Promise.all([...new Map(routes.map((route) => [kindOf(route), route])).values()].map(meetAs));
  return () => replay(meetings);
}

/** Requests of the same method have the same outcome, except that a fault may spare the key check. */
const kindOf = (route: Route): string => (route === checkApiKey.route ? route : (route.split(' ')[0] ?? ''));

function replay(meetings: ReadonlyMap<string, Meeting>): Replay {
  const arrivals = new Map<string, number>();
  return {
    arrivals: (request) => arrivals.get(endpointOf(request)) ?? 0,
    async respond(request) {
      const kind = isRequestOf(checkApiKey.route, request) ? checkApiKey.route : request.method;
      const meeting = meetings.get(kind);
      if (meeting === undefined) throw new Error(`The fault was not recorded for ${kind}`);
      const { arrived, response, failure } = meeting;
      const endpoint = endpointOf(request);
      arrivals.set(endpoint, (arrivals.get(endpoint) ?? 0) + arrived);
      if (response === undefined) throw failure;
      const { 'content-encoding': _, ...headers } = response.headers;
      return respondWith(response.status, response.text, headers);
    },
  };
}
