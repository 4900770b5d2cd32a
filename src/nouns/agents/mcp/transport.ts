/** Messages of the protocol as lines on stdin and stdout. Ends when stdin does. */
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { Failure } from '../../../errors.ts';
import type { Runtime } from '../../../runtime/runtime.ts';

type Message = Parameters<Transport['send']>[0];

/** More than any request of a client: a peer that never ends a line must not fill the memory. */
const LONGEST_LINE = 4 * 1024 * 1024;

const PARSE_ERROR = { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error' } };

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

  function receive(line: string): void {
    if (line.trim() === '') return;
    let message: { id?: unknown; method?: unknown };
    try {
      message = JSON.parse(line) as typeof message;
    } catch {
      void stdout.write(`${JSON.stringify(PARSE_ERROR)}\n`).catch(fail);
      return;
    }
    if (message.id !== undefined && typeof message.method === 'string') waiting.add(message.id);
    transport.onmessage?.(message as Message);
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
      await stdout.write(`${JSON.stringify(message)}\n`);
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
