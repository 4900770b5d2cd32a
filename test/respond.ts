/** Responses within the process, in place of a server: from a sandbox, or as given. */
import type { IncomingResponse, Runtime } from '../src/runtime/runtime.ts';
import type { Sandbox } from '../src/sandbox/server.ts';

export type Respond = NonNullable<Runtime['respond']>;

/** Serves requests to the sandbox without sockets, which cost more than the rest of a run. Other servers are on the network. */
export const respondAs =
  ({ baseUrl, fetch }: Sandbox): Respond =>
  ({ origin, path, method, headers, body, signal }) => {
    if (!baseUrl.startsWith(`${origin}/`)) return undefined;
    return respond();

    async function respond() {
      const response = await fetch(new Request(`${origin}${path}`, { method, headers, body, signal }));
      return {
        statusCode: response.status,
        headers: Object.fromEntries(response.headers),
        body: response.body ?? [],
      };
    }
  };

export const respondWith = async (
  statusCode: number,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<IncomingResponse> => ({
  statusCode,
  headers: { 'content-type': 'application/json', ...headers },
  body: [Buffer.from(body)],
});
