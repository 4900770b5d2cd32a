/** The types of the sandbox's extension point: a handler serves the calls of one route, or refuses them. */
import type { Section } from './account.ts';
import type { AssetHost } from './asset-host.ts';
import type { Behavior } from './behavior.ts';
import type { Store } from './store.ts';

export interface Service {
  readonly store: Store;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Numbers from 0 up to, but not including, 1: the source of new IDs. */
  readonly random: () => number;
  /** False if the team has no sending domain, so that no draft can be created. */
  readonly sendingDomain: boolean;
  readonly behavior: Behavior;
  /** Where images are stored. */
  readonly assets: AssetHost;
}

export interface Call {
  readonly service: Service;
  readonly url: URL;
  /** The value of a placeholder of the route. IDs are already checked to be well formed. */
  readonly parameter: (placeholder: string) => string;
  /** The text of the request body; empty if there is none. */
  readonly body: string;
}

export interface Answer {
  readonly status: 200 | 201;
  readonly body: unknown;
}

export type Handler = (call: Call) => Promise<Answer>;

/** Keyed by route, such as `GET /v1/themes/{id}`. */
export type Handlers = Readonly<Record<string, Handler>>;

/** A noun of the service: the sections of the account that it owns, and the routes that it serves. */
export interface SandboxNoun {
  readonly sections: readonly Section[];
  readonly handlers: Handlers;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** Thrown by a handler to refuse a request, with a status and a sentence for people. */
export class Refusal extends Error {
  readonly status: 400 | 404 | 409 | 413 | 422 | 429;
  /** Further fields of the error body. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: Refusal['status'], message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.details = details;
  }
}

/** Throws a 404 `Refusal` that names the noun if the item does not exist. */
export function findOrRefuse<T>(item: T | undefined, noun: string): T {
  if (item === undefined) throw new Refusal(404, `${noun} not found.`);
  return item;
}
