/** Uploads: a place for an image, which is then stored on another host, and its public URL. */
import * as z from 'zod';
import { section } from '../account.ts';
import type { Expected } from '../asset-host.ts';
import { findOrRefuse, type Handler, ok, Refusal, type SandboxNoun } from '../handler.ts';
import { newId, seedId } from '../identifiers.ts';
import { parseBody, refuseFields } from '../request-body.ts';

export interface SavedUpload extends Expected {
  readonly id: string;
  stored: boolean;
  /** Milliseconds since the epoch. */
  completedAt: number | null;
  readonly createdAt: number;
}

const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/gif': 'gif', 'image/webp': 'webp' } as const;
const TYPES = Object.keys(EXTENSIONS) as (keyof typeof EXTENSIONS)[];
const MAX_BYTES = 4_000_000;
const MAX_UPLOADS = 50;
const DAY_MS = 24 * 60 * 60 * 1000;
const VALID_MS = 15 * 60 * 1000;

/** One image that was uploaded long ago. */
export const uploadSection = section<SavedUpload[]>('uploads', () => [
  {
    id: seedId('upload', 'logo'),
    contentType: 'image/png',
    contentLength: 1,
    expiresAt: 0,
    stored: true,
    completedAt: 0,
    createdAt: 0,
  },
]);

const body = z.strictObject({
  contentType: z.string(),
  contentLength: z.number().int().min(1, 'contentLength must be at least 1.'),
});

function refuseOverLimit(times: readonly number[], now: number): void {
  if (times.filter((time) => time > now - DAY_MS).length < MAX_UPLOADS) return;
  throw new Refusal(429, `Upload limit exceeded: max ${MAX_UPLOADS} uploads per 24 hours. Try again later.`, {
    maxUploads: MAX_UPLOADS,
    windowHours: 24,
  });
}

const create: Handler = async ({ body: text, service }) => {
  const { contentType, contentLength } = parseBody(body, text);
  if (!TYPES.some((type) => type === contentType)) {
    throw new Refusal(400, 'Unsupported content type.', { supportedContentTypes: TYPES });
  }
  if (contentLength > MAX_BYTES) throw new Refusal(413, 'The image is too large.', { maxBytes: MAX_BYTES });
  const origin = await service.assets.origin();
  return service.store.update((account) => {
    const uploads = uploadSection.of(account);
    const createdAt = service.now();
    if (service.variants.uploadLimitAt === 'create')
      refuseOverLimit(
        uploads.map((one) => one.createdAt),
        createdAt,
      );
    const id = newId(service.random);
    uploads.push({
      id,
      contentType,
      contentLength,
      expiresAt: createdAt + VALID_MS,
      stored: false,
      completedAt: null,
      createdAt,
    });
    return ok({ emailAssetId: id, presignedUrl: `${origin}/assets/${id}?X-Amz-Signature=${newId(service.random)}` });
  });
};

const complete: Handler = async ({ body: text, service, parameter }) => {
  refuseFields(text);
  return service.store.update((account) => {
    const uploads = uploadSection.of(account);
    const upload = findOrRefuse(
      uploads.find(({ id }) => id === parameter('emailAssetId')),
      'Upload',
    );
    if (!upload.stored) throw new Refusal(400, 'Nothing was uploaded to the presigned URL.');
    if (upload.completedAt === null) {
      const completed = uploads.flatMap(({ completedAt }) => completedAt ?? []);
      if (service.variants.uploadLimitAt === 'complete') refuseOverLimit(completed, service.now());
      upload.completedAt = service.now();
    }
    const extension = EXTENSIONS[upload.contentType as keyof typeof EXTENSIONS];
    return ok({ emailAssetId: upload.id, finalUrl: `https://images.vialoops.com/sandbox/${upload.id}.${extension}` });
  });
};

export const uploads: SandboxNoun = {
  sections: [uploadSection],
  handlers: { 'POST /v1/uploads': create, 'POST /v1/uploads/{emailAssetId}/complete': complete },
};
