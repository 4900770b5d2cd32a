/** The width of an image in pixels, from the beginning of its file. */
import { imageTypeOf } from './image-type.ts';

/** What the widths below need; no image is shorter. */
const LEAST_BYTES = 20;
const SEGMENT = 0xff;
const FRAMES = { first: 0xc0, last: 0xcf } as const;
/** In the range of the frames, but other tables. */
const NO_FRAMES = [0xc4, 0xc8, 0xcc];

/** Undefined for other formats and damaged files. */
export function widthOf(bytes: Buffer): number | undefined {
  if (bytes.length < LEAST_BYTES) return undefined;
  switch (imageTypeOf(bytes)) {
    case 'image/png':
      return bytes.readUInt32BE(16);
    case 'image/gif':
      return bytes.readUInt16LE(6);
    case 'image/jpeg':
      return jpegWidth(bytes);
    default:
      return undefined;
  }
}

/** A JPEG file is a list of segments, each with its length. The one of the frame has the width. */
function jpegWidth(bytes: Buffer): number | undefined {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === SEGMENT) {
    const type = bytes[at + 1] ?? 0;
    if (type >= FRAMES.first && type <= FRAMES.last && !NO_FRAMES.includes(type)) return bytes.readUInt16BE(at + 7);
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
