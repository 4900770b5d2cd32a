/** What happens at a receiver, as it is told: the items that `webhooks listen` prints. */

export interface Received {
  readonly kind: 'received';
  /** ISO 8601. */
  readonly time: string;
  /** `refused` was not what the service sends; `failed` could not be kept, and its sender should come again. */
  readonly outcome: 'accepted' | 'repeated' | 'refused' | 'failed';
  readonly status: number;
  readonly id: string | null;
  /** The name of the event, where the body has one. */
  readonly event: string | null;
  readonly bytes: number;
  /** Why it was refused or failed. */
  readonly problem: string | null;
}

export interface Forwarded {
  readonly kind: 'forwarded';
  readonly time: string;
  readonly id: string | null;
  readonly event: string | null;
  /** Of the target's answer; null where there was none. */
  readonly status: number | null;
  readonly milliseconds: number;
  /** Why there was no answer. */
  readonly problem: string | null;
}

export type Happening = Received | Forwarded;
