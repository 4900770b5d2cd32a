/** The types of the sandbox's one extension point: a handler answers the calls of one route, or refuses them. */
import type { Store } from './store.ts';

/** What every handler may use besides the call itself. */
export interface Service {
  store: Store;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Numbers from 0 up to, not including, 1: the source of new IDs. */
  random: () => number;
  /** False: the team has no sending domain, so that no draft can be made. */
  sendingDomain: boolean;
}

export interface Call {
  service: Service;
  /** The full URL of the request. */
  url: URL;
  /** The value of a placeholder of the route, already known to be a well-formed ID. */
  id: (placeholder: string) => string;
  /** The request body's text; empty where there is none. */
  body: string;
}

export interface Answer {
  status: 200 | 201;
  body: unknown;
}

export type Handler = (call: Call) => Promise<Answer>;

/** Keyed by route, such as `GET /v1/themes/{id}`. */
export type Handlers = Readonly<Record<string, Handler>>;

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** Thrown by a handler: the service says no, with a status and a sentence for a human. */
export class Refusal extends Error {
  readonly status: 400 | 404 | 409 | 413 | 429;

  constructor(status: Refusal['status'], message: string) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
  }
}

/** The item with this ID; throws a 404 `Refusal` that calls it by `noun`. */
export function findOrRefuse<T>(item: T | undefined, noun: string): T {
  if (item === undefined) throw new Refusal(404, `${noun} not found.`);
  return item;
}
