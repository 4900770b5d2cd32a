/** The composition root: from what was typed to an exit code. */
import { OutputClosed } from './errors.ts';
import type { Runtime } from './runtime.ts';

/** Runs one command line. Resolves to the exit code and never rejects. */
export async function main(runtime: Runtime): Promise<number> {
  const [only, ...others] = runtime.argv;
  // Answered before anything is loaded: scripts ask for it in loops.
  const wantsVersion = others.length === 0 && (only === '-V' || only === '--version');
  try {
    if (!wantsVersion) return await (await import('./run.ts')).run(runtime);
    await runtime.stdout.write(`${LOOPSCTL_VERSION}\n`);
    return 0;
  } catch (error) {
    // Whoever read the result has seen enough.
    return error instanceof OutputClosed ? 0 : (await import('./run.ts')).complain(error, runtime);
  }
}
