/** Reads LMX from a file that was named on the command line. */
import type { Context } from '../../define/command.ts';
import { usage } from '../../errors.ts';
import { NAMED_CALLS, withImageUrls } from '../images/named.ts';

/** What `readLmx` calls where a file has images by name. */
export const LMX_CALLS = NAMED_CALLS;

/**
 * Without a byte order mark and the line break at the end, and with the URLs of images instead of their names. Rejects with a
 * `usage` failure that names the file.
 */
export async function readLmx(context: Context, file: string): Promise<string> {
  const bytes = await context.files.read(file);
  const name = file === '-' ? 'Standard input' : file;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw usage(`${name} is not UTF-8.`, 'Save the body as UTF-8 text.');
  }
  if (text.trim() === '') throw usage(`${name} is empty.`, 'Pass a file with LMX.');
  return withImageUrls(context, text.replace(/\r?\n$/, ''));
}
