/** A server between a run and the sandbox: it does something before each write, and may lose the response. */
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { closeServer } from '../src/runtime/close-server.ts';
import type { World } from './world.ts';

/** Resolves to its base URL. It stops at the end of the test. */
export async function relay(target: World, beforeWrite: () => Promise<'answer' | 'lose'>): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const isWrite = request.method !== 'GET';
    const outcome = isWrite ? await beforeWrite() : 'answer';
    const answer = await fetch(`${new URL(target.sandbox.baseUrl).origin}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { authorization: String(request.headers.authorization) },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    const text = await answer.text();
    if (outcome === 'lose') {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => closeServer(server));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The relay has no port');
  return `http://127.0.0.1:${address.port}/api`;
}
