/** Proves where files are kept on each system, and that a variable with a relative path is not followed. */
import { describe, expect, it } from 'vitest';
import { userDirectories } from '../../src/directories.ts';

describe('the folders of a user', () => {
  it('are those of the XDG specification on Linux', () => {
    expect(userDirectories('linux', {}, '/home/ada')).toEqual({
      config: '/home/ada/.config/loopsctl',
      data: '/home/ada/.local/share/loopsctl',
      cache: '/home/ada/.cache/loopsctl',
    });
  });

  it('follow the variables of that specification, but only with absolute paths', () => {
    const env = { XDG_CONFIG_HOME: '/etc/ada', XDG_DATA_HOME: 'relative', XDG_CACHE_HOME: '' };
    expect(userDirectories('linux', env, '/home/ada')).toEqual({
      config: '/etc/ada/loopsctl',
      data: '/home/ada/.local/share/loopsctl',
      cache: '/home/ada/.cache/loopsctl',
    });
  });

  it('are in the Library on macOS', () => {
    expect(userDirectories('darwin', {}, '/Users/ada').config).toBe('/Users/ada/Library/Preferences/loopsctl');
  });

  it('are in AppData on Windows', () => {
    expect(userDirectories('win32', {}, '/c/ada').data).toBe('/c/ada/AppData/Local/loopsctl/Data');
  });

  it('are three different ones everywhere', () => {
    for (const platform of ['linux', 'darwin', 'win32', 'freebsd'] as const) {
      expect(new Set(Object.values(userDirectories(platform, {}, '/home/ada'))).size).toBe(3);
    }
  });
});
