/** `skill show`, `skill install` and `skill check`: instructions for language models, and their file. */
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { command } from '../../../define/command.ts';
import { textOf, valueAt } from '../../../define/json.ts';
import { EXIT_CHECK_FAILED, usage } from '../../../errors.ts';
import type { ToolContext } from '../../tool-context.ts';
import { DOCUMENTS, documentOf, MARK } from './document.ts';

/** Where programs look for skills, below a project or the home directory. */
const DIRECTORIES = { claude: '.claude', agents: '.agents' } as const;

const place = {
  agent: z
    .enum(['claude', 'agents'])
    .default('claude')
    .describe('whose directory: .claude/skills, or .agents/skills for other programs'),
  user: z.boolean().default(false).describe('in the home directory, for all projects'),
};

interface Place {
  readonly agent: keyof typeof DIRECTORIES;
  readonly user: boolean;
}

function fileOf({ runtime }: ToolContext, { agent, user }: Place): string {
  const path = join(DIRECTORIES[agent], 'skills', 'loopsctl', 'SKILL.md');
  if (!user) return path;
  const { HOME, USERPROFILE } = runtime.env;
  const home = HOME || USERPROFILE;
  if (!home) throw usage('--user needs the variable HOME.', 'Omit --user to install into this directory.');
  return join(home, path);
}

const wanted = async ({ tree }: ToolContext): Promise<string> => `${await documentOf(tree, 'skill')}\n`;

export const showCommand = command({
  input: z.object({
    format: z.enum(DOCUMENTS).default('skill').describe('a skill, AGENTS.md (agents) or llms.txt (llms)'),
  }),
  output: z.object({ lines: z.array(z.string()) }),
  examples: [
    { does: 'The skill', line: 'skill show' },
    { does: 'A file for programs that read AGENTS.md', line: 'skill show --format agents > AGENTS.md' },
  ],
  run: async ({ tree }: ToolContext, { format }) => ({ lines: (await documentOf(tree, format)).split('\n') }),
  view: { kind: 'drawing', draw: (value) => z.array(z.string()).parse(valueAt(value, 'lines')).join('\n') },
});

const Installed = z.object({
  file: z.string(),
  changed: z.boolean().describe('with --dry-run: whether it would change'),
});

export const installCommand = command({
  notes: 'Replaces an earlier version. A file that loopsctl has not printed is kept, and the exit code is 2.',
  input: z.object({ ...place, dryRun: z.boolean().default(false).describe('print the file name without writing') }),
  output: Installed,
  examples: [
    { does: 'Print where the skill would be', line: 'skill install --dry-run' },
    { does: 'Install it into this project', line: 'skill install' },
  ],
  run: async (context: ToolContext, input) => {
    const file = fileOf(context, input);
    const text = await wanted(context);
    const before = (await context.files.find(file))?.toString();
    if (before !== undefined && before.trim() !== '' && !before.includes(MARK)) {
      throw usage(`${file} was not printed by loopsctl.`, 'Rename it, or merge `loopsctl skill show` yourself.');
    }
    const changed = before !== text;
    if (changed && !input.dryRun) {
      await context.files.makeDirectory(dirname(file));
      await context.files.replace(file, text);
    }
    context.note(
      changed ? (input.dryRun ? 'The file would be written.' : 'Wrote the file.') : 'The file is up to date.',
    );
    return { file, changed };
  },
  view: { kind: 'drawing', draw: (value) => textOf(valueAt(value, 'file')) },
});

export const checkCommand = command({
  notes: 'Exit 9 if the file is missing or was printed by another version.',
  input: z.object(place),
  output: z.object({ file: z.string(), state: z.enum(['current', 'stale', 'missing']) }),
  examples: [{ does: 'After an update of loopsctl', line: 'skill check' }],
  run: async (context: ToolContext, input) => {
    const file = fileOf(context, input);
    const found = (await context.files.find(file))?.toString();
    const state = found === undefined ? 'missing' : found === (await wanted(context)) ? 'current' : 'stale';
    if (state !== 'current') context.note('Run `loopsctl skill install`.');
    return { file, state };
  },
  view: {
    kind: 'drawing',
    draw: (value) => `${textOf(valueAt(value, 'file'))}: ${textOf(valueAt(value, 'state'))}`,
  },
  verdict: ({ state }: { state: string }) => (state === 'current' ? 0 : EXIT_CHECK_FAILED),
});
