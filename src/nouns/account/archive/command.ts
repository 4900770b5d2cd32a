/** `archive`: a copy of everything in the account that the API can read, as files with a manifest. */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type Context, command } from '../../../define/command.ts';
import { isRecord } from '../../../define/json.ts';
import { type ErrorCode, EXIT_CODES, Failure, usage, worstExitCode } from '../../../errors.ts';
import type { Directory } from '../../../runtime/directory.ts';
import { parseJson } from '../../../runtime/parse-json.ts';
import { formatReasons } from '../../../text/list.ts';
import { formatCount } from '../../../text/number.ts';
import { announceWait } from '../../announce.ts';
import { checkApiKey } from '../../api-key.ts';
import { ARCHIVE_CALLS, type Item, PARTS } from './contents.ts';

const MANIFEST = 'manifest.json';

const codes = Object.keys(EXIT_CODES) as [ErrorCode, ...ErrorCode[]];

const Missing = z.object({ path: z.string(), code: z.enum(codes), message: z.string() });

const Manifest = z.object({
  format: z.literal(1),
  team: z.string(),
  startedAt: z.string(),
  /** Null while the run is not finished: another run continues it. */
  finishedAt: z.string().nullable(),
  /** SHA-256 of each file. */
  files: z.record(z.string(), z.string()),
  missing: z.array(Missing),
});
type Manifest = z.infer<typeof Manifest>;

const Archived = z.object({
  directory: z.string(),
  team: z.string(),
  files: z.number().int(),
  /** Files that an earlier run has written. */
  continued: z.number().int().describe('files of an earlier run that was interrupted'),
  missing: z.array(Missing).describe('what could not be read'),
});
type Archived = z.infer<typeof Archived>;

const hashOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

const printed = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

async function openManifest(context: Context, directory: Directory): Promise<Manifest> {
  const { teamName: team } = await context.call(checkApiKey, {});
  const bytes = await directory.find(MANIFEST);
  const shown = directory.shown(MANIFEST);
  if (bytes === undefined) {
    const others = (await directory.entries('.')).filter(({ name }) => !name.startsWith(MANIFEST));
    if (others.length > 0) {
      throw usage(`${directory.shown('.')} is not empty.`, 'Choose a new directory for each archive.');
    }
    return { format: 1, team, startedAt: context.now().toISOString(), finishedAt: null, files: {}, missing: [] };
  }
  const found = Manifest.safeParse(parseJson(bytes.toString('utf8'), shown)).data;
  if (found === undefined) throw usage(`${shown} is not the manifest of an archive.`, 'Choose a new directory.');
  if (found.finishedAt !== null) {
    throw usage(`The archive in ${directory.shown('.')} is complete (${found.finishedAt}).`, 'Choose a new directory.');
  }
  if (found.team !== team) {
    throw usage(
      `${shown} is of team ${JSON.stringify(found.team)}, but the API key belongs to ${JSON.stringify(team)}.`,
    );
  }
  return { ...found, missing: [] };
}

class Writer {
  readonly files: Record<string, string>;
  continued = 0;
  readonly #directory: Directory;
  readonly #manifest: Manifest;

  constructor(directory: Directory, manifest: Manifest) {
    this.#directory = directory;
    this.#manifest = manifest;
    this.files = { ...manifest.files };
  }

  /** Whether an earlier run has written the file, and it is still what it wrote. */
  async has(path: string): Promise<boolean> {
    const hash = this.files[`${path}.json`];
    if (hash === undefined) return false;
    const bytes = await this.#directory.find(`${path}.json`);
    const isThere = bytes !== undefined && hashOf(bytes) === hash;
    if (isThere) this.continued++;
    return isThere;
  }

  async write(path: string, value: unknown): Promise<void> {
    // The body first: JSON says that the item is complete.
    if (isRecord(value) && typeof value['lmx'] === 'string') await this.#file(`${path}.lmx`, value['lmx']);
    await this.#file(`${path}.json`, printed(value));
  }

  async #file(path: string, text: string): Promise<void> {
    await this.#directory.replace(path, text);
    this.files[path] = hashOf(text);
  }

  async save(rest: Partial<Manifest> = {}): Promise<void> {
    const names = Object.keys(this.files).sort();
    const files = Object.fromEntries(names.map((name) => [name, this.files[name] ?? '']));
    await this.#directory.replace(MANIFEST, printed({ ...this.#manifest, ...rest, files }));
  }
}

/** So many files are written between two versions of the manifest: a killed run reads them again. */
const STEP = 50;

async function archiveItems(context: Context, writer: Writer, items: readonly Item[]) {
  const todo: Item[] = [];
  for (const item of items) if (!(await writer.has(item.path))) todo.push(item);
  const requests = todo.filter(({ isListed }) => isListed !== true).length;
  await announceWait(context, formatCount(requests, 'record'), requests);
  let done = 0;
  try {
    const outcomes = await context.settle(todo, async ({ path, read }) => {
      const value = await read(context);
      if (value !== undefined) await writer.write(path, value);
      if (++done % STEP === 0) await writer.save();
    });
    return outcomes.flatMap(({ item, failure }): z.infer<typeof Missing>[] =>
      // It was deleted after it was listed.
      failure === undefined || failure.code === 'not_found'
        ? []
        : [{ path: item.path, code: failure.code, message: failure.message }],
    );
  } finally {
    await writer.save();
  }
}

async function run(context: Context, dir: string): Promise<Archived> {
  const directory = await context.directory(dir);
  return directory.whileHeld(MANIFEST, async () => {
    const manifest = await openManifest(context, directory);
    const writer = new Writer(directory, manifest);
    await writer.save();
    const missing: z.infer<typeof Missing>[] = [];
    for (const part of PARTS) {
      for (const one of await archivePart(context, writer, part)) missing.push(one);
    }
    await writer.save({ finishedAt: context.now().toISOString(), missing });
    const files = Object.keys(writer.files).length;
    if (missing.length > 0)
      context.warn(
        `Could not read ${formatCount(missing.length, 'record')}: ${formatReasons(missing.map(({ message }) => message))}`,
      );
    return { directory: dir, team: manifest.team, files, continued: writer.continued, missing };
  });
}

/** A feature that is not enabled for the team is named once. */
async function archivePart(context: Context, writer: Writer, part: (typeof PARTS)[number]) {
  try {
    return await archiveItems(context, writer, await part(context));
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'area_disabled') throw error;
    return [{ path: error.request ?? '', code: error.code, message: error.message }];
  }
}

export const archiveCommand = command({
  notes: [
    'For backups and audits: themes, components, groups, segments, mailing lists, properties, events, sending IPs, transactional emails and campaigns with their content and metrics, and workflows with all settings. Responses of the API are saved unchanged as JSON, and bodies of emails as LMX too. `manifest.json` has the SHA-256 of every file.',
    'Contacts are not part of it, because the API cannot list them. Neither are images and the old versions of emails.',
    'A run that was interrupted is continued by running it again. A complete archive is never changed: use a new directory for each. Records that could not be read are in the manifest; emails that LMX cannot express do not change the exit code.',
    'The files are a record, not a project: `pull` makes files that can be edited and pushed.',
  ].join('\n\n'),
  input: z.object({
    dir: z.string().min(1).describe('new directory of the archive').meta({ placeholder: 'directory' }),
  }),
  positionals: ['dir'],
  calls: [checkApiKey, ...ARCHIVE_CALLS],
  output: Archived,
  examples: [{ does: 'A copy of the account', line: 'archive loops-2026-11' }],
  run: (context, { dir }) => run(context, dir),
  verdict: ({ missing }) => worstExitCode(missing.filter(({ code }) => code !== 'conflict')),
  view: {
    kind: 'drawing',
    draw: (value) => {
      const { directory, team, files, continued, missing } = Archived.parse(value);
      const before = continued === 0 ? '' : ` (${formatCount(continued, 'file')} from an earlier run)`;
      return [
        ...missing.map(({ path, message }) => `Missing: ${path}: ${message}`),
        `Archived team ${team} in ${directory}: ${formatCount(files, 'file')}${before}.`,
      ].join('\n');
    },
  },
});
