/** Named profiles, each a key and optionally a base URL, in one file that only its owner can read. */
import { join } from 'node:path';
import * as z from 'zod';
import { Failure, usage } from '../errors.ts';
import { whileLocked } from '../file-lock.ts';

export const Profile = z.object({
  apiKey: z.string().min(1),
  /** Only when it is not the public service. */
  baseUrl: z.string().optional(),
  /** As the service named it when the key was checked. */
  teamName: z.string().optional(),
});
export type Profile = z.infer<typeof Profile>;

const Contents = z.object({
  /** The profile that is used when none is named. */
  current: z.string().nullable().default(null),
  profiles: z.record(z.string(), Profile).default({}),
});
export type Contents = z.infer<typeof Contents>;

export interface ProfileStore {
  /** Where the profiles are, for messages. */
  readonly path: string;
  read(): Promise<Contents>;
  /** Replaces the contents by what `change` makes of them, alone among all processes. */
  update(change: (contents: Contents) => Contents): Promise<void>;
}

const FILE = 'config.json';

/** Nothing is created until something is written. Each method rejects with a `usage` failure that names the file. */
export function profileStore(directory: string): ProfileStore {
  const path = join(directory, FILE);

  async function open() {
    const { default: Conf } = await import('conf');
    return new Conf<Record<string, unknown>>({
      cwd: directory,
      configName: 'config',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      // A file that cannot be read is the user's to repair, not ours to throw away.
      clearInvalidConfig: false,
    });
  }

  function parse(store: unknown): Contents {
    const parsed = Contents.safeParse(store);
    if (parsed.success) return parsed.data;
    const where = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
    throw usage(
      `The configuration in ${path} cannot be used: ${where === '' ? 'it' : `\`${where}\``} is not as expected.`,
      REPAIR,
    );
  }

  const read = async (): Promise<Contents> => {
    try {
      return parse((await open()).store);
    } catch (error) {
      throw asUsage(error, path, 'read');
    }
  };

  return {
    path,
    read,
    async update(change) {
      try {
        await whileLocked(path, async (stillOwned) => {
          const conf = await open();
          const changed = change(parse(conf.store));
          stillOwned();
          conf.store = changed;
        });
      } catch (error) {
        throw asUsage(error, path, 'write');
      }
    },
  };
}

const REPAIR = 'Repair the file, or move it away and log in again. It was left as it is.';

function asUsage(error: unknown, path: string, action: 'read' | 'write'): unknown {
  if (error instanceof Failure) return error;
  if (error instanceof SyntaxError) return usage(`The configuration in ${path} is not valid JSON.`, REPAIR);
  const { code, message } = error as NodeJS.ErrnoException;
  return usage(`Could not ${action} ${path}: ${code ?? message}.`, 'LOOPS_API_KEY works without this file.');
}
