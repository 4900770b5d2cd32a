/** Deliveries to a receiver: where they may go, what becomes of them. How they are sent is told in `sender.ts`. */

import { Failure, usage } from '../../../errors.ts';
import { isLoopback } from '../../../runtime/loopback.ts';
import type { CapturedRequest } from './request.ts';

export interface Delivered {
  /** Of the answer; null where there was none. */
  readonly status: number | null;
  readonly milliseconds: number;
  /** The beginning of the answer's body. */
  readonly answer: string;
  /** Why there was no answer; null where there was one. */
  readonly problem: string | null;
}

/** Never rejects: what went wrong is in the result. */
export type Deliver = (request: CapturedRequest) => Promise<Delivered>;

/** Where deliveries may go: this machine, or a host over TLS. Throws a `usage` failure, which names the flag. */
export function parseTarget(text: string, flag: string, insecureHttp: boolean): URL {
  const target = URL.canParse(text) ? new URL(text) : undefined;
  if (target === undefined || !/^https?:$/.test(target.protocol)) {
    throw usage(`${flag} is not the address of a receiver.`, 'Give one such as http://127.0.0.1:3000/webhooks.');
  }
  if (target.username !== '' || target.password !== '') {
    throw usage(`${flag} has a password in it.`, 'The arguments of a process can be seen by others.');
  }
  if (target.protocol === 'http:' && !isLoopback(target) && !insecureHttp) {
    throw usage(
      `Events would travel unencrypted to ${target.host}.`,
      'Use an https:// address, or add --insecure-http if you mean it.',
    );
  }
  return target;
}

/** A receiver that answers nothing at all: `unavailable`. */
export const unreachable = (target: URL, problem: string): Failure =>
  new Failure('unavailable', `The receiver at ${target.host} did not answer: ${problem}.`, {
    hint: 'Check that it runs and that the address is right.',
    request: `POST ${target.pathname}`,
  });

export const isAccepted = ({ status }: Pick<Delivered, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;
