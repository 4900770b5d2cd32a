/** Whether a browser can be shown to the person who runs the program. */
import type { Runtime } from './runtime.ts';

/** A sentence when it is known that no browser can be shown. BROWSER overrides it. */
export function reasonForNoBrowser({ platform, env }: Pick<Runtime, 'platform' | 'env'>): string | undefined {
  if (env['BROWSER'] || env['DISPLAY'] || env['WAYLAND_DISPLAY']) return undefined;
  if (env['SSH_CONNECTION'] || env['SSH_TTY']) return 'Running over SSH, so the browser was not opened.';
  const hasScreen = platform !== 'linux' || env['WSL_DISTRO_NAME'] !== undefined;
  return hasScreen ? undefined : 'No display available.';
}
