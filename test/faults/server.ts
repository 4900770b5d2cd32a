/** A server that misbehaves on purpose. It uses raw TCP, so a response can be any bytes or none. */
import { createServer, type Socket } from 'node:net';

export interface FaultRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Called with the connection of a complete request. */
export type Behaviour = (socket: Socket, request: FaultRequest) => void;

export interface FaultServer {
  readonly port: number;
  /** Complete requests, in order. */
  readonly arrived: FaultRequest[];
  close(): Promise<void>;
}

/** Bytes of an HTTP response with a correct length. */
export const reply = (status: number, headers: Readonly<Record<string, string>>, body: string | Buffer): Buffer => {
  const bytes = Buffer.from(body);
  const head = Object.entries({ 'content-length': String(bytes.length), ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Status\r\n${head.join('')}\r\n`), bytes]);
};

export const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Buffer =>
  reply(status, { 'content-type': 'application/json', ...headers }, JSON.stringify(value));

/** Serves on loopback. `onConnect` is called instead when a connection opens, before any request. */
export async function startFaultServer(behave: Behaviour, onConnect?: (socket: Socket) => void): Promise<FaultServer> {
  const sockets = new Set<Socket>();
  const arrived: FaultRequest[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // The client may disconnect at any moment; the tests check how it behaves.
    socket.on('error', () => undefined);
    if (onConnect) {
      onConnect(socket);
      return;
    }
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
      for (;;) {
        const end = text.indexOf('\r\n\r\n');
        if (end < 0) return;
        const [start = '', ...lines] = text.slice(0, end).split('\r\n');
        const [method = '', path = ''] = start.split(' ');
        const headers = Object.fromEntries(
          lines.map((line) => [
            line.slice(0, line.indexOf(':')).toLowerCase(),
            line.slice(line.indexOf(':') + 1).trim(),
          ]),
        );
        const length = Number(headers['content-length'] ?? 0);
        if (text.length < end + 4 + length) return;
        const request = { method, path, headers, body: text.slice(end + 4, end + 4 + length) };
        text = text.slice(end + 4 + length);
        arrived.push(request);
        behave(socket, request);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The fault server has no port');
  return {
    port: address.port,
    arrived,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
