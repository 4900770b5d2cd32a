/** Starts processes that outlive this run. */

/** The output of the process is discarded. Nothing happens if it cannot be started. */
export async function startDetached(program: string, words: readonly string[], directory: string): Promise<void> {
  const { spawn } = await import('node:child_process');
  const child = spawn(program, words, { cwd: directory, detached: true, stdio: 'ignore', windowsHide: true });
  child.on('error', () => undefined);
  child.unref();
}
