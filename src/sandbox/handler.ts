/** The types of the sandbox's extension point: a handler serves the calls of one route, or refuses them. */
import type { Account, Section } from './account.ts';
import type { AssetHost } from './asset-host.ts';
import type { ContactChange } from './contact-change.ts';
import type { Store } from './store.ts';
import type { Variants } from './variants.ts';

/** Queues a webhook event and returns its ID. Undefined if the queue is full. */
export type Emit = (payload: Readonly<Record<string, unknown>>) => string | undefined;

export interface Service {
  readonly store: Store;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Numbers from 0 up to, but not including, 1: the source of new IDs. */
  readonly random: () => number;
  /** False if the team has no sending domain, so that no draft can be created. */
  readonly sendingDomain: boolean;
  readonly variants: Variants;
  /** Undefined without a webhook endpoint. */
  readonly emit: Emit | undefined;
  /** Called for each change of a contact, as part of the update of the account: workflows may start. */
  readonly onContactChange?: (account: Account, change: ContactChange) => void;
  /** Where images are stored. */
  readonly assets: AssetHost;
}

export interface Call {
  readonly service: Service;
  readonly url: URL;
  /** The value of a placeholder of the route. IDs are already checked to be well formed. */
  readonly parameter: (placeholder: string) => string;
  /** A request header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** The text of the request body; empty if there is none. */
  readonly body: string;
}

export interface Answer {
  readonly status: 200 | 201 | 204;
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

/** A success without a body. */
export const NO_CONTENT: Answer = { status: 204, body: null };

/** Thrown by a handler to refuse a request, with a status and a sentence for people. */
export class Refusal extends Error {
  readonly status: 400 | 404 | 409 | 413 | 422 | 429 | 500 | 501;
  /** Further fields of the response body. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: Refusal['status'], message: string, details: Refusal['details'] = {}) {
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
