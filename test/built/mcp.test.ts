/** The built program serves the official client over stdio, and ends when the client does. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, test } from 'vitest';
import { createWorld, EXECUTABLE, LAUNCHER } from '../world.ts';

test('the official client lists the tools and runs a command', async () => {
  const world = await createWorld({ loopback: true });
  const transport = new StdioClientTransport({
    command: LAUNCHER,
    args: [EXECUTABLE, 'mcp'],
    env: { HOME: world.directory, LOOPS_BASE_URL: world.sandbox.baseUrl, LOOPS_API_KEY: world.sandbox.apiKey },
    cwd: world.directory,
  });
  const client = new Client({ name: 'test', version: '1' });
  try {
    await client.connect(transport);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('run_command');
    const { structuredContent } = await client.callTool({
      name: 'run_command',
      arguments: { command: 'themes list', input: { limit: 2 }, fields: 'name' },
    });
    expect(structuredContent).toMatchObject({ exitCode: 0, result: [{}, {}] });
  } finally {
    await client.close();
    await world.close();
  }
});
