/** Reads a JSON object from a file that was named on the command line. */
import type { Context } from '../define/command.ts';
import { isRecord } from '../define/json.ts';
import { usage } from '../errors.ts';
import { parseJsonBytes } from '../runtime/parse-json.ts';

/** `hint` says what the file should hold. Rejects with a `usage` failure that names the file. */
export async function readJsonObject(
  context: Context,
  file: string,
  hint: string,
): Promise<Readonly<Record<string, unknown>>> {
  const name = file === '-' ? 'Standard input' : file;
  const value = parseJsonBytes(await context.files.read(file), name, hint);
  if (!isRecord(value)) throw usage(`${name} does not hold a JSON object.`, hint);
  return value;
}
