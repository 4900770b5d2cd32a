/** Attachments: reads files, and finds their content types by extension or content. */
import { basename } from 'node:path';
import type { Context } from '../../../define/command.ts';
import { usage } from '../../../errors.ts';
import type { Attachment } from '../operations.ts';

/** The API accepts a request of this size; base64 adds a third to each file. */
const MAX_PAYLOAD_BYTES = 4_000_000;

/** How files of some types begin, for names without a known extension. */
const SIGNATURES: readonly (readonly [start: string, type: string])[] = [
  ['%PDF-', 'application/pdf'],
  ['\x89PNG\r\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF8', 'image/gif'],
  ['PK\x03\x04', 'application/zip'],
  ['BEGIN:VCALENDAR', 'text/calendar'],
];

/** Rejects with a `usage` failure for a file that cannot be read or is empty, and for two of the same name. */
export async function readAttachments(context: Context, paths: readonly string[]): Promise<readonly Attachment[]> {
  if (paths.length === 0) return [];
  const { default: mime } = await import('mime/lite');
  const attachments: Attachment[] = [];
  for (const path of paths) {
    if (path === '-') throw usage('An attachment needs a file name.', 'Save it to a file, and pass --attach <file>.');
    const bytes = await context.files.read(path);
    const filename = basename(path);
    if (bytes.length === 0) throw usage(`${path} is empty.`);
    if (attachments.some((other) => other.filename === filename)) {
      throw usage(`Two attachments are named ${JSON.stringify(filename)}.`, 'Rename one of the files.');
    }
    attachments.push({
      filename,
      contentType: mime.getType(filename) ?? typeOfContent(bytes),
      data: bytes.toString('base64'),
    });
  }
  return attachments;
}

function typeOfContent(bytes: Buffer): string {
  const start = bytes.toString('latin1', 0, 16);
  const found = SIGNATURES.find(([signature]) => start.startsWith(signature));
  if (found !== undefined) return found[1];
  return isText(bytes) ? 'text/plain' : 'application/octet-stream';
}

function isText(bytes: Buffer): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0');
  } catch {
    return false;
  }
}

/** Throws a `usage` failure for a request that the API would refuse for its size. */
export function refuseLargePayload(body: unknown): void {
  const bytes = Buffer.byteLength(JSON.stringify(body));
  if (bytes <= MAX_PAYLOAD_BYTES) return;
  throw usage(
    `The request has ${bytes.toLocaleString('en-US')} bytes; ${MAX_PAYLOAD_BYTES.toLocaleString('en-US')} are allowed.`,
    'Attachments grow by a third, because they are sent as base64. Link to a large file instead.',
  );
}
