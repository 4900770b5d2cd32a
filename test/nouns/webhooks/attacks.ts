/** Hostile clients: what each sends, and the allowed responses. */
import type { Socket } from 'node:net';
import { delivery, rawConnection } from './listening.ts';

interface Attack {
  readonly name: string;
  readonly speak: (socket: Socket) => void;
  /** How long the client waits for a response, in milliseconds. */
  readonly patience: number;
  /** Matches every response after the name; the empty text is no response. */
  readonly expected: RegExp;
}

const post = (headers: string, body: string) =>
  `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n${body}`;

const MEBIBYTE = Buffer.alloc(1024 * 1024, 'a');

const signed = (change: (text: string) => string): string => {
  const { headers, body } = delivery('msg_hostile');
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return post(`${lines}content-length: ${body.length}\r\n`, change(body.toString()));
};

export const ATTACKS: readonly Attack[] = [
  {
    name: 'no headers',
    speak: (socket) => socket.write(post('content-length: 2\r\n', '{}')),
    patience: 5_000,
    expected: /: HTTP\/1.1 401 /,
  },
  {
    name: 'wrong signatures',
    speak: (socket) => socket.write(signed((text) => text.replace('test', 'tset'))),
    patience: 5_000,
    expected: /: HTTP\/1.1 401 /,
  },
  {
    name: 'bodies announced as huge',
    speak: (socket) => socket.write(post('content-length: 100000000000\r\n', '{')),
    patience: 5_000,
    expected: /: HTTP\/1.1 413 /,
  },
  {
    name: 'bodies that are huge',
    speak: (socket) => {
      socket.write(post('transfer-encoding: chunked\r\n', '100000\r\n'));
      socket.write(MEBIBYTE);
      socket.write('\r\n0\r\n\r\n');
    },
    patience: 5_000,
    expected: /: HTTP\/1.1 413 /,
  },
  {
    name: 'headers without end',
    speak: (socket) => socket.write(`POST / HTTP/1.1\r\nx: ${'a'.repeat(100_000)}`),
    patience: 5_000,
    expected: /: HTTP\/1.1 431 /,
  },
  {
    name: 'slow ones that give up',
    speak: (socket) => socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n{'),
    patience: 300,
    expected: /: $/,
  },
  {
    name: 'half-closed ones',
    speak: (socket) => socket.end('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n{'),
    patience: 5_000,
    expected: /: (HTTP\/1.1 400 .*)?$/s,
  },
  {
    name: 'ones that are not HTTP',
    speak: (socket) => socket.write('\u0016\u0003\u0001 hello\r\n\r\n'),
    patience: 5_000,
    expected: /: HTTP\/1.1 400 /,
  },
];

const AT_ONCE = 100;

/** Runs the attacks in turn, many at once, and returns the responses by attack. `onEach` is called before each. */
export async function attack(
  port: number,
  count: number,
  onEach: (index: number) => void,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const answers = new Map<string, string[]>(ATTACKS.map(({ name }) => [name, []]));
  let next = 0;
  const work = async () => {
    while (next < count) {
      const index = next++;
      onEach(index);
      const chosen = ATTACKS[index % ATTACKS.length] as Attack;
      answers.get(chosen.name)?.push(await rawConnection(port, chosen.speak, chosen.patience));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return answers;
}
