/** `mcp`: a server of the Model Context Protocol on stdin and stdout. */
import * as z from 'zod';
import { command } from '../../../define/command.ts';
import { type Effect, parseEffects } from '../../../define/effect.ts';
import { flagName } from '../../../define/field.ts';
import { usage } from '../../../errors.ts';
import type { ToolContext } from '../../tool-context.ts';
import type { RunLine } from './run.ts';
import { TOOL_SETS, toolsOf } from './tools.ts';

/** The flags of the server that decide which account its commands use, and what they may do. */
function inherited({ flags }: ToolContext, allowed: readonly Effect[]): string[] {
  const { profile, baseUrl, expectTeam, timeout, retries, cache, history } = flags;
  const { sandbox, insecureHttp, strict, journalPersonal } = flags;
  const values = Object.entries({ profile, baseUrl, expectTeam, timeout, retries });
  const switches = Object.entries({ sandbox, insecureHttp, strict, journalPersonal });
  return [
    ...values.flatMap(([name, value]) => (value === undefined ? [] : [`--${flagName(name)}=${String(value)}`])),
    ...switches.flatMap(([name, isOn]) => (isOn ? [`--${flagName(name)}`] : [])),
    ...(cache ? [] : ['--no-cache']),
    ...(history ? [] : ['--no-history']),
    `--allow=${allowed.join(',')}`,
  ];
}

export const mcpCommand = command({
  notes:
    'For clients of the Model Context Protocol: configure the command `loopsctl mcp` in the client. It has tools for what is used most, or with `--tools all` for every command that is allowed, and find_command and run_command for everything else. It only reads, unless --allow names more effects; a profile and LOOPS_ALLOW still narrow them. A change that needs a confirmation returns a plan and a token, which is valid for 5 minutes and only while the plan and the record are the same. Commands about this machine and those that write files are not available. It ends when stdin ends.',
  input: z.object({
    tools: z.enum(TOOL_SETS).default('core').describe('commands with a tool of their own'),
    listTools: z.boolean().default(false).describe('list the tools and exit; with --json one per line'),
  }),
  output: z.looseObject({ name: z.string(), description: z.string() }).array(),
  examples: [
    { does: 'The tools of the server', line: 'mcp --list-tools' },
    { does: 'A server that may also change drafts', line: 'mcp --list-tools --allow read,draft' },
  ],
  async *run(context: ToolContext, { tools, listTools }) {
    const { flags, tree, runtime } = context;
    const allowed: readonly Effect[] = [...parseEffects(flags.allow ?? 'read', '--allow')];
    if (listTools) {
      yield (await toolsOf(tree, allowed, tools)).map(({ words: _, ...tool }) => tool);
      return;
    }
    if (runtime.stdin.isTerminal) {
      throw usage(
        'mcp is a server for a program, on stdin and stdout.',
        'Configure `loopsctl mcp` in an MCP client, or pass --list-tools to list the tools.',
      );
    }
    const release = runtime.catchSignals();
    try {
      const { serve } = await import('./server.ts');
      const runLine: RunLine = (words) => context.runLine([...inherited(context, allowed), ...words]);
      await serve({ tree, allowed, tools, runLine, now: context.now }, runtime);
    } finally {
      release();
    }
  },
  view: { kind: 'lines', line: (tool) => ToolLine.parse(tool).text },
});

const ToolLine = z
  .looseObject({ name: z.string(), description: z.string() })
  .transform(({ name, description }) => ({ text: `${name.padEnd(24)}${description}` }));
