/** The shells that completion knows, and the hidden first words of the command lines that completion itself types. */
export const SHELL_NAMES = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type ShellName = (typeof SHELL_NAMES)[number];

export const COMPLETE = '__complete';
/** A run that asked for candidates refreshes names in the background. */
export const REFRESH = '__refresh';
