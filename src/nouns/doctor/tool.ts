/** Checks of the program and its files: versions, permissions, directories. They send nothing. */
import { dirname } from 'node:path';
import { openToOthers, writeObstacle } from '../../runtime/access.ts';
import { API_VERSION } from '../operations.ts';
import type { ToolContext } from '../tool-context.ts';
import { type CheckResult, decide, failed, ok, skipped } from './check.ts';

/** As in `engines` of package.json. */
export const OLDEST_NODE = '20.18.1';

function checkProgram({ runtime }: ToolContext): CheckResult {
  const versions = `loopsctl ${LOOPSCTL_VERSION} on Node.js ${runtime.nodeVersion}, for API version ${API_VERSION}`;
  return isAtLeast(runtime.nodeVersion, OLDEST_NODE)
    ? ok('program', `${versions}.`)
    : failed('program', `${versions}.`, `Node.js ${OLDEST_NODE} or later is required.`);
}

function isAtLeast(version: string, oldest: string): boolean {
  const [own, least] = [version, oldest].map((text) => text.split('.').map((part) => Number.parseInt(part, 10)));
  const difference = least?.map((part, index) => (own?.[index] ?? Number.NaN) - part).find((part) => part !== 0) ?? 0;
  return difference >= 0;
}

/** Runs before the file is read, because reading it removes the permissions of other users. */
async function checkConfigFile({ runtime, profiles }: ToolContext): Promise<CheckResult> {
  const name = 'config-file';
  const { path } = profiles;
  return decide(name, async () => {
    const mode = await openToOthers(path);
    if (mode === null) return skipped(name, `There is no config file at ${path}.`);
    // Windows has no such modes.
    const directory = runtime.platform === 'win32' ? undefined : await openToOthers(dirname(path));
    await profiles.read();
    if (runtime.platform !== 'win32' && mode !== undefined) {
      return failed(name, `Other users had access to ${path} (mode ${mode}).`, EXPOSED);
    }
    if (directory !== undefined && directory !== null) {
      return failed(name, `Other users had access to ${dirname(path)} (mode ${directory}).`, EXPOSED);
    }
    return ok(name, `Only you have access to ${path}.`);
  });
}

const EXPOSED =
  'loopsctl removes such permissions when it reads the file. Replace the keys if somebody may have read them.';

async function checkDirectory(name: string, directory: string): Promise<CheckResult> {
  const obstacle = await writeObstacle(directory);
  return obstacle === undefined
    ? ok(name, `${directory} is writable.`)
    : failed(name, `Files cannot be written to ${directory}: ${obstacle}.`, 'Change its permissions or its owner.');
}

export async function checkTool(context: ToolContext): Promise<readonly CheckResult[]> {
  const { data, cache } = context.runtime.directories;
  return [
    checkProgram(context),
    await checkConfigFile(context),
    await checkDirectory('data-directory', data),
    await checkDirectory('cache-directory', cache),
  ];
}
