/** Starts the built program as a receiver, and sends deliveries to it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { CapturedRequest } from '../../../src/nouns/webhooks/delivery/request.ts';
import { parseSecrets } from '../../../src/nouns/webhooks/delivery/secret.ts';
import { signedRequest } from '../../../src/nouns/webhooks/delivery/signed-request.ts';
import { EXECUTABLE, LAUNCHER, type Outcome, outcomeOf } from '../../world.ts';

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
export const keys = parseSecrets(SECRET).flatMap(({ key }) => key ?? []);

const environment = (home: string) => ({
  PATH: process.env['PATH'],
  HOME: home,
  XDG_DATA_HOME: home,
  XDG_CONFIG_HOME: home,
  LOOPS_WEBHOOK_SECRET: SECRET,
});

const started = new Set<ChildProcess>();

/** Cleans up after failed tests. */
export function killAll(): void {
  for (const child of started) child.kill('SIGKILL');
}

export function begin(argv: readonly string[], home: string) {
  const child = spawn(LAUNCHER, [EXECUTABLE, ...argv], {
    cwd: home,
    env: environment(home),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child);
  child.once('close', () => started.delete(child));
  return child;
}

export const loopsctl = (argv: readonly string[], home: string): Promise<Outcome> => outcomeOf(begin(argv, home));

export interface Listening {
  readonly port: number;
  readonly pid: number;
  /** The entire output, and the exit code (-1 for a signal). */
  readonly ended: Promise<Outcome>;
  /** Resolves when this many printed lines match. */
  printed(pattern: RegExp, count: number): Promise<void>;
  stop(signal: 'SIGINT' | 'SIGKILL'): Promise<Outcome>;
}

/** Starts `webhooks listen` with these arguments and waits until it listens. */
export async function listen(home: string, ...words: string[]): Promise<Listening> {
  const child = begin(['webhooks', 'listen', '-o', 'ndjson', ...words], home);
  const ended = outcomeOf(child);
  let stdout = '';
  child.stdout.on('data', (text: string) => {
    stdout += text;
  });
  const [first] = (await Promise.race([
    once(child.stdout, 'data'),
    ended.then(({ stderr }) => {
      throw new Error(`It did not start: ${stderr}`);
    }),
  ])) as [string];
  const port = Number(/"url":"http:\/\/[^"]*:(\d+)\/"/.exec(first)?.[1]);
  return {
    port,
    pid: child.pid ?? -1,
    ended,
    printed: async (pattern, count) => {
      const matching = () => stdout.split('\n').filter((line) => pattern.test(line)).length;
      while (matching() < count) await once(child.stdout, 'data');
    },
    stop: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

export const delivery = (id: string, at = new Date(), payload: Record<string, unknown> = {}): CapturedRequest =>
  signedRequest(keys, { id, at, payload: { eventName: 'testing.testEvent', ...payload } });

export interface Sender {
  /** The status of the response; undefined without one. */
  send(request: CapturedRequest): Promise<number | undefined>;
  close(): void;
}

export function sender(port: number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return {
    send: ({ headers, body }) =>
      new Promise((resolve) => {
        const outgoing = request(
          {
            agent,
            host: '127.0.0.1',
            port,
            method: 'POST',
            headers: { ...Object.fromEntries(headers), 'content-length': body.length },
          },
          (response) => {
            response
              .resume()
              .on('end', () => resolve(response.statusCode))
              .on('error', () => resolve(undefined));
          },
        );
        outgoing.on('error', () => resolve(undefined));
        outgoing.end(body);
      }),
    close: () => agent.destroy(),
  };
}

export interface Sent {
  readonly id: string;
  readonly status: number | undefined;
  readonly milliseconds: number;
}

/** Sends at a steady rate, independent of responses, until `seconds` have passed or it is aborted. */
export async function sendSteadily(
  { send }: Sender,
  { perSecond, seconds, signal }: { perSecond: number; seconds: number; signal?: AbortSignal },
): Promise<readonly Sent[]> {
  const sending: Promise<Sent>[] = [];
  const began = performance.now();
  const total = perSecond * seconds;
  while (sending.length < total && !signal?.aborted) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * perSecond) + 1);
    while (sending.length < due) {
      const id = `msg_${sending.length}`;
      const at = performance.now();
      sending.push(send(delivery(id)).then((status) => ({ id, status, milliseconds: performance.now() - at })));
    }
    await delay(5);
  }
  return Promise.all(sending);
}

/** Opens a connection, lets `speak` write to it, and returns everything received until it was closed. */
export async function rawConnection(port: number, speak: (socket: Socket) => void, patience: number): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let heard = '';
  socket.setEncoding('latin1').on('data', (text) => {
    heard += text;
  });
  socket.on('error', () => undefined);
  socket.on('connect', () => speak(socket));
  socket.on('end', () => socket.end());
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  await Promise.race([closed, delay(patience, undefined, { ref: false })]);
  socket.destroy();
  return heard;
}
