/** Images in a project: `images/<file>`. The API cannot list them, so the lock knows which are uploaded. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { Failure } from '../../errors.ts';
import { completeUpload, createUpload } from '../../nouns/images/operations.ts';
import { pushImages } from '../../nouns/images/push.ts';
import type { Content } from '../content.ts';
import type { Kind, Read } from './kind.ts';

const Image = z.object({ hash: z.string(), file: z.string() });

async function upload(context: Context, content: Content): Promise<Read> {
  const { hash, file } = Image.parse(content);
  const [pushed] = await pushImages(context, { files: [file], force: false });
  if (pushed === undefined || pushed.url === null) {
    throw new Failure('unexpected_response', `${file} has no URL after the upload.`);
  }
  return { id: pushed.hash, name: file, url: pushed.url, content: { hash } };
}

export const imageKind: Kind = {
  name: 'image',
  noun: 'image',
  layout: { type: 'images', directory: 'images' },
  fields: { hash: { schema: z.string() } },
  calls: [createUpload, completeUpload],
  list: async () => [],
  create: upload,
  update: (context, _, content) => upload(context, content),
  requests: () => 2,
};
