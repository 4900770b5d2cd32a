/** Proves where files are kept on each system, and that a variable with a relative path is not followed. */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeDirectory, userDirectories } from '../../src/runtime/directories.ts';

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

describe('a folder that is missing', () => {
  it('is made with those above it, for this user alone, and left alone when it is there', () => {
    const base = mkdtempSync(join(tmpdir(), 'loopsctl-directories-'));
    onTestFinished(() => rmSync(base, { recursive: true }));
    makeDirectory(join(base, 'a', 'b'));
    makeDirectory(join(base, 'a', 'b'));
    for (const path of ['a', 'a/b']) expect(statSync(join(base, path)).mode & 0o777).toBe(0o700);
  });

  it.runIf(existsSync('/proc/self'))('ends with an error where nothing can be made', () => {
    expect(() => makeDirectory('/proc/nope/loopsctl')).toThrow('ENOENT');
    expect(() => makeDirectory('/dev/null')).toThrow('EEXIST');
    expect(() => makeDirectory('/dev/null/loopsctl')).toThrow('ENOTDIR');
  });
});
