/** Messages of the protocol as lines on stdin and stdout. Ends when stdin does. */
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CancelledNotificationSchema, JSONRPCMessageSchema, RequestIdSchema } from '@modelcontextprotocol/sdk/types.js';
import { valueAt } from '../../../define/json.ts';
import { Failure } from '../../../errors.ts';
import type { Runtime } from '../../../runtime/runtime.ts';

/** More than any request of a client: a peer that never ends a line must not fill the memory. */
const LONGEST_LINE = 4 * 1024 * 1024;

const PARSE_ERROR = { code: -32_700, message: 'Parse error' };
const INVALID_REQUEST = { code: -32_600, message: 'Invalid request' };

interface LineTransport extends Transport {
  /** Resolves when stdin has ended and every request that was read has its response. */
  readonly finished: Promise<void>;
}

export function lineTransport({ stdin, stdout, signal }: Pick<Runtime, 'stdin' | 'stdout' | 'signal'>): LineTransport {
  const waiting = new Set<unknown>();
  let ended = false;
  let finish: () => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const finished = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  const check = (): void => {
    if (ended && waiting.size === 0) finish();
  };

  const write = (message: object): Promise<void> =>
    stdout.write(`${JSON.stringify(message)}\n`).catch((error: unknown) => {
      fail(error);
      throw error;
    });
  const refuse = (error: object, value?: unknown): void => {
    const id = RequestIdSchema.safeParse(valueAt(value, 'id')).data ?? null;
    void write({ jsonrpc: '2.0', id, error }).catch(() => undefined);
  };

  function receive(line: string): void {
    if (line.trim() === '') return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      refuse(PARSE_ERROR);
      return;
    }
    const { data: message } = JSONRPCMessageSchema.safeParse(value);
    if (message === undefined) {
      refuse(INVALID_REQUEST, value);
      return;
    }
    if ('method' in message && 'id' in message) waiting.add(message.id);
    // A request that was cancelled gets no response.
    const { data: cancelled } = CancelledNotificationSchema.safeParse(message);
    if (cancelled !== undefined) waiting.delete(cancelled.params.requestId);
    transport.onmessage?.(message);
  }

  async function read(): Promise<void> {
    const decoder = new TextDecoder();
    let pending = '';
    for await (const chunk of stdin.stream()) {
      const lines = `${pending}${decoder.decode(chunk, { stream: true })}`.split('\n');
      pending = lines.pop() ?? '';
      if (pending.length > LONGEST_LINE) throw new Failure('usage', 'A message on stdin is too long.');
      for (const line of lines) receive(line);
    }
    receive(pending);
    ended = true;
    check();
  }

  const transport: LineTransport = {
    finished,
    start: async () => {
      signal.addEventListener('abort', () => finish(), { once: true });
      read().catch(fail);
    },
    send: async (message) => {
      await write(message);
      if ('id' in message && !('method' in message)) waiting.delete(message.id);
      check();
    },
    close: async () => {
      finish();
      transport.onclose?.();
    },
  };
  return transport;
}
