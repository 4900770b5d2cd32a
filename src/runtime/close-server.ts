/** Closes an HTTP server and its connections. */
import type { Server } from 'node:net';

/** Resolves when no connection is left; open requests are cut off. */
export const closeServer = (server: Server & { closeAllConnections?(): void }): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections?.();
  });
