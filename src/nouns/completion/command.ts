/** `completion`: prints the script with which a shell completes commands, flags and values. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { SHELL_NAMES } from '../../define/shell-name.ts';
import { scripts } from './scripts.ts';

export const completionCommand = command({
  notes: [
    'bash: add `source <(loopsctl completion bash)` to ~/.bashrc.',
    'zsh: add `source <(loopsctl completion zsh)` to ~/.zshrc, after the line with compinit.',
    'fish: write the script to ~/.config/fish/completions/loopsctl.fish.',
    'PowerShell: add `loopsctl completion powershell | Out-String | Invoke-Expression` to the file that $PROFILE names.',
    'For IDs, names come from a cache that is refreshed in the background: the first Tab may find none.',
  ].join('\n'),
  input: z.object({
    shell: z.enum(SHELL_NAMES).describe('shell to print the script for').meta({ placeholder: 'shell' }),
  }),
  positionals: ['shell'],
  output: z.object({ shell: z.enum(SHELL_NAMES), script: z.string() }),
  examples: [
    { does: 'For bash', line: 'completion bash' },
    { does: 'For zsh', line: 'completion zsh' },
    { does: 'For fish', line: 'completion fish' },
  ],
  run: async (_, { shell }) => ({ shell, script: scripts[shell] }),
  // The value that a view receives has its line breaks escaped.
  view: ({ shell }) => ({ kind: 'drawing', draw: () => scripts[shell].trimEnd() }),
});
