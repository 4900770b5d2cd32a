/** The official client, connected to a server of its own in this process. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Effect } from '../../../src/define/effect.ts';
import { createServer } from '../../../src/nouns/agents/mcp/server.ts';
import type { ToolSet } from '../../../src/nouns/agents/mcp/tools.ts';
import { tree } from '../../../src/nouns/index.ts';
import type { World } from '../../world.ts';

export interface Structured {
  readonly exitCode: number;
  readonly result?: unknown;
  readonly messages: string;
  readonly plan?: readonly { readonly method: string }[];
  readonly token?: string;
}

export async function connectTo(
  world: World,
  allowed: readonly Effect[],
  now: () => number,
  entries = tree,
  tools?: ToolSet,
) {
  const server = createServer({
    tree: entries,
    allowed,
    tools,
    now: () => new Date(now()),
    runLine: (words) => world.run([`--allow=${allowed.join(',')}`, ...words], { stdin: '' }),
  });
  const client = new Client({ name: 'test', version: '1' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  return {
    client,
    call: async (name: string, input: Record<string, unknown> = {}) => {
      const { structuredContent, content } = await client.callTool({ name, arguments: input });
      return { ...(structuredContent as unknown as Structured), content };
    },
    run: async (command: string, input: object = {}, more: object = {}) => {
      const given = { command, input, ...more };
      const { structuredContent } = await client.callTool({ name: 'run_command', arguments: given });
      return structuredContent as unknown as Structured;
    },
  };
}
