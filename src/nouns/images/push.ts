/** `images push`: uploads images and prints their URLs. The same image is uploaded once. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { EXIT_CODES, Failure, usage, worstExitCode } from '../../errors.ts';
import { formatNumber } from '../../text/number.ts';
import { checkApiKey } from '../api-key.ts';
import { isSendableId } from '../ids.ts';
import { imageTypeOf } from './image-type.ts';
import { type KnownImages, openKnownImages } from './known.ts';
import { completeUpload, createUpload } from './operations.ts';

const MAX_BYTES = 4_000_000;
/** Larger files are not read to the end only to say by how much they are too large. */
const MAX_READ = 64 * 1024 * 1024;

const PushedImage = z.object({
  file: z.string(),
  url: z.string().nullable().describe('null: the upload failed'),
  uploaded: z.boolean().describe('false: this machine had uploaded the same image before'),
  contentType: z.string(),
  bytes: z.number(),
  hash: z.string().describe('SHA-256 of the content'),
  error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
});
type PushedImage = z.infer<typeof PushedImage>;

interface Image {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly hash: string;
}

/** Rejects with a `usage` failure for a file that the API would refuse. */
async function readImage(context: Context, file: string): Promise<Image> {
  const bytes = await context.files.read(file, MAX_READ);
  if (bytes.length === 0) throw usage(`${file} is empty.`, 'Pass an image.');
  const contentType = imageTypeOf(bytes);
  if (contentType === undefined) {
    throw usage(`${file} is not an image that the API accepts.`, 'It accepts JPEG, PNG, GIF and WebP.');
  }
  if (bytes.length > MAX_BYTES) {
    const over = formatNumber(bytes.length - MAX_BYTES);
    throw usage(`${file} is ${over} bytes too large.`, `An image can have ${formatNumber(MAX_BYTES)} bytes at most.`);
  }
  return { file, bytes, contentType, hash: createHash('sha256').update(bytes).digest('hex') };
}

/** The upload URL is good for one file and a short time: after a refusal there is one new attempt from the start. */
async function store(context: Context, image: Image, attempts = 2): Promise<string> {
  const { bytes, contentType } = image;
  const { emailAssetId, presignedUrl } = await context.call(createUpload, {
    contentType,
    contentLength: bytes.length,
  });
  if (!isSendableId(emailAssetId)) throw new Failure('unexpected_response', 'The response has no ID of the upload.');
  try {
    await context.upload(presignedUrl, { bytes, contentType });
    return emailAssetId;
  } catch (error) {
    const isExpired = error instanceof Failure && error.code === 'rejected' && error.status === 403;
    if (!isExpired || attempts <= 1) throw error;
    return store(context, image, attempts - 1);
  }
}

/** The URL of an image that an earlier run has stored but not completed; undefined where that is no longer possible. */
async function resume(context: Context, emailAssetId: string): Promise<string | undefined> {
  try {
    return (await context.call(completeUpload, { emailAssetId })).finalUrl;
  } catch (error) {
    if (error instanceof Failure && (error.code === 'not_found' || error.code === 'rejected')) return undefined;
    throw error;
  }
}

async function push(context: Context, image: Image, known: () => Promise<KnownImages>, force: boolean) {
  const earlier = force ? undefined : (await known()).find(image.hash);
  if (earlier?.url !== undefined) return { url: earlier.url, uploaded: false };
  const resumed = earlier && (await resume(context, earlier.emailAssetId));
  if (earlier !== undefined && resumed !== undefined) {
    await (await known()).add({ ...earlier, url: resumed });
    return { url: resumed, uploaded: true };
  }
  const emailAssetId = await store(context, image);
  const images = await known();
  // Saved before the last step, whose response may be lost.
  await images.add({ hash: image.hash, emailAssetId });
  const { finalUrl } = await context.call(completeUpload, { emailAssetId });
  await images.add({ hash: image.hash, emailAssetId, url: finalUrl });
  return { url: finalUrl, uploaded: true };
}

/** Keeps the name of a file that has a URL, for `image:logo.png` in LMX. */
async function nameImage(images: KnownImages, { name, hash, url }: { name: string; hash: string; url: string }) {
  const entry = images.find(hash);
  if (entry !== undefined && images.urlOf(name) !== url) await images.add({ ...entry, url, name });
}

/** Uploads files, each content once. */
async function pushAll(context: Context, files: readonly string[], force: boolean) {
  // Nothing is uploaded if one of the files cannot be.
  const images: Image[] = [];
  for (const file of files) images.push(await readImage(context, file));
  let opened: Promise<KnownImages> | undefined;
  const known = (): Promise<KnownImages> => {
    opened ??= openKnownImages(context);
    return opened;
  };
  const unique = [...new Map(images.map((image) => [image.hash, image])).values()];
  const outcomes = await context.settle(unique, (image) => push(context, image, known, force));
  const urls = new Map(outcomes.map(({ item, value }) => [item.hash, value?.url]));
  for (const { file, hash } of images) {
    const url = urls.get(hash);
    if (url !== undefined) await nameImage(await known(), { name: basename(file), hash, url });
  }
  return { images, outcomes };
}

/** The URL of each file. Rejects where one of the uploads fails. */
export async function imageUrls(context: Context, files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { images, outcomes } = await pushAll(context, files, false);
  const urls = new Map<string, string>();
  for (const { item, value, failure } of outcomes) {
    if (failure !== undefined) throw failure;
    for (const { file, hash } of images) if (hash === item.hash) urls.set(file, value.url);
  }
  return urls;
}

/** With one file, rejects where the upload fails. */
export async function pushImages(
  context: Context,
  { files, force }: { files: readonly string[]; force: boolean },
): Promise<readonly PushedImage[]> {
  const { images, outcomes } = await pushAll(context, files, force);
  if (outcomes.length === 1 && outcomes[0]?.failure !== undefined) throw outcomes[0].failure;
  const byHash = new Map(outcomes.map((outcome) => [outcome.item.hash, outcome]));
  return images.map(({ file, bytes, contentType, hash }) => {
    const outcome = byHash.get(hash);
    const { code = 'unexpected', message = '' } = outcome?.failure ?? {};
    return {
      file,
      url: outcome?.value?.url ?? null,
      uploaded: outcome?.value?.uploaded ?? false,
      contentType,
      bytes: bytes.length,
      hash,
      ...(outcome?.failure === undefined ? {} : { error: { code, message } }),
    };
  });
}

export const PUSH_CALLS = [createUpload, completeUpload, checkApiKey] as const;

export const pushCommand = command({
  notes: [
    'Accepts JPEG, PNG, GIF and WebP up to 4,000,000 bytes; the type comes from the content, not from the name. All files are checked before the first one is uploaded.',
    'Use the URL as the `src` of an image in LMX, or `image:` and the name of the file: `<Image src="image:logo.png" />` in a file becomes the URL when this machine sends the file. Of several uploads with one name, the last one counts.',
    'The same content is uploaded once per team: this machine keeps a list of hashes and URLs. After an interruption, run the command again. The API allows 50 uploads in 24 hours, and has no way to list or delete images.',
    'The image itself goes to another host, without the API key.',
  ].join('\n\n'),
  input: z.object({
    files: z.array(z.string()).min(1).describe('image file(s)').meta({ placeholder: 'file' }),
    force: z.boolean().default(false).describe('upload again, even if the same image was uploaded before'),
  }),
  positionals: ['files'],
  calls: PUSH_CALLS,
  output: z.array(PushedImage),
  examples: [
    { does: 'One image', line: 'images push logo.png' },
    { does: 'Only the URL, for a script', line: 'images push logo.png --fields url --no-headers' },
  ],
  run: pushImages,
  verdict: (images: readonly PushedImage[]) => {
    const worst = worstExitCode(images.flatMap(({ error }) => error ?? []));
    return images.some(({ url }) => url === null) ? worst || EXIT_CODES.unexpected_response : worst;
  },
  view: {
    kind: 'table',
    columns: [
      { heading: 'FILE', path: 'file' },
      { heading: 'URL', path: 'url', kind: 'id' },
      { heading: 'UPLOADED', path: 'uploaded', show: (uploaded) => (uploaded === true ? 'now' : 'before') },
      { heading: 'BYTES', path: 'bytes', kind: 'number', minor: true },
      { heading: 'PROBLEM', path: 'error.message', optional: true },
    ],
    empty: 'No images.',
  },
});
