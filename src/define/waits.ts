/** What the client reports while it waits, so that a person can see that the run goes on. */

/** Each function returns another one that ends the wait. */
export interface Waits {
  request(): () => void;
  pause(ms: number, pause: Pause): () => void;
}

export interface Pause {
  readonly reason: string;
  /** What happens after the pause, `retry 1 of 3`. */
  readonly next: string;
  /** Rate limits are noted on any stderr, because these pauses are long; retries are drawn only. */
  readonly limited: boolean;
}
