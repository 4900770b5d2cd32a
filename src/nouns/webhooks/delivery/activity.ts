/** What happens at a receiver: the items that `webhooks listen` prints. */

/** `rejected`: not a valid delivery. `failed`: not recorded, so the sender should retry. */
export const OUTCOMES = ['accepted', 'repeated', 'rejected', 'failed'] as const;

export interface Received {
  readonly type: 'received';
  /** ISO 8601. */
  readonly time: string;
  readonly outcome: (typeof OUTCOMES)[number];
  readonly status: number;
  readonly id: string | null;
  /** The event name, if the body has one. */
  readonly event: string | null;
  readonly bytes: number;
  /** Why it was rejected or failed. */
  readonly problem: string | null;
}

export interface Forwarded {
  readonly type: 'forwarded';
  readonly time: string;
  readonly id: string | null;
  readonly event: string | null;
  /** Of the target's response; null without one. */
  readonly status: number | null;
  readonly milliseconds: number;
  /** Why there was no response. */
  readonly problem: string | null;
}

export type Activity = Received | Forwarded;
