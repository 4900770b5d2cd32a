/** A stub of the API that returns any metrics, whatever their shape. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface MetricsService {
  readonly env: Readonly<Record<string, string>>;
  /** The response of each email's metrics, by ID. Change it between two runs. The text `1e999` is sent as a number. */
  readonly responses: Record<string, unknown>;
  close(): Promise<void>;
}

/** Without `transactionalGroupId`, which the API need not send. */
const record = (id: string) => ({
  id,
  name: `Email ${id}`,
  draftEmailMessageId: null,
  publishedEmailMessageId: null,
  createdAt: '2024-01-01T00:00:00.000Z',
  updatedAt: '2024-01-01T00:00:00.000Z',
  dataVariables: [],
});

const GROUP = {
  id: 'g1',
  name: 'Group',
  description: '',
  createdAt: '2024-01-01T00:00:00.000Z',
  updatedAt: '2024-01-01T00:00:00.000Z',
};

export async function startMetricsService(initial: Record<string, unknown>): Promise<MetricsService> {
  const responses = { ...initial };
  const list = () => {
    const data = Object.keys(responses).map(record);
    const count = data.length;
    const sizes = { totalResults: count, returnedResults: count, perPage: 50, totalPages: 1 };
    return { pagination: { ...sizes, nextCursor: null, nextPage: null }, data };
  };
  const otherResponse = (url: string): unknown => {
    if (url.endsWith('/api-key')) return { success: true, teamName: 'Team' };
    return url.includes('/transactional-groups/') ? GROUP : list();
  };
  const server = createServer(({ url = '' }, outgoing) => {
    const id = /\/transactional-emails\/([^/]+)\/metrics$/.exec(url)?.[1];
    const body = id === undefined ? otherResponse(url) : responses[id];
    const status = body === undefined ? 404 : 200;
    outgoing.writeHead(status, { 'content-type': 'application/json' });
    const json = JSON.stringify(body ?? { success: false, message: 'Transactional email not found.' });
    outgoing.end(json.replaceAll('"1e999"', '1e999'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    env: { LOOPS_BASE_URL: `http://127.0.0.1:${port}/api` },
    responses,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
