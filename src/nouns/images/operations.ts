/** The endpoints of uploads: reserve a place for an image, and publish it once it is stored. */
import * as z from 'zod';
import { operation } from '../../define/operation.ts';
import { idOf } from '../ids.ts';

export const createUpload = operation('POST /v1/uploads', 'Reserve a place for an image', {
  effect: 'draft',
  input: { contentType: z.string(), contentLength: z.number().int() },
  output: z.looseObject({ emailAssetId: z.string(), presignedUrl: z.string() }),
});

export const completeUpload = operation('POST /v1/uploads/{emailAssetId}/complete', 'Publish a stored image', {
  effect: 'draft',
  repeatable: true,
  input: { emailAssetId: idOf('upload') },
  output: z.looseObject({ emailAssetId: z.string(), finalUrl: z.string() }),
});
