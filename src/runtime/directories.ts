/** The directories for a user's files, by the convention of each system. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Directories } from './runtime.ts';

const NAME = 'loopsctl';

/** XDG directories, Library on macOS, AppData on Windows. Ignores variables with relative paths, as XDG requires. */
export function userDirectories(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): Directories {
  const chosen = (name: string, ...otherwise: string[]): string => {
    const value = env[name] ?? '';
    return /^(\/|[A-Za-z]:[\\/])/.test(value) ? value : join(home, ...otherwise);
  };
  if (platform === 'darwin') {
    const library = join(home, 'Library');
    return {
      config: join(library, 'Preferences', NAME),
      data: join(library, 'Application Support', NAME),
      cache: join(library, 'Caches', NAME),
    };
  }
  if (platform === 'win32') {
    const local = chosen('LOCALAPPDATA', 'AppData', 'Local');
    return {
      config: join(chosen('APPDATA', 'AppData', 'Roaming'), NAME, 'Config'),
      data: join(local, NAME, 'Data'),
      cache: join(local, NAME, 'Cache'),
    };
  }
  return {
    config: join(chosen('XDG_CONFIG_HOME', '.config'), NAME),
    data: join(chosen('XDG_DATA_HOME', '.local', 'share'), NAME),
    cache: join(chosen('XDG_CACHE_HOME', '.cache'), NAME),
  };
}

/**
 * By default for this user only. Throws Node's own error. Level by level, because the recursive option of Node never returns for a
 * path below `/proc`.
 */
export function makeDirectory(path: string, mode = 0o700): void {
  const above = dirname(path);
  if (!existsSync(above) && above !== path) makeDirectory(above, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST' && statSync(path).isDirectory();
    if (!isThere) throw error;
  }
}
