/** The widths of the images that a file with LMX names and that are near it: `image:logo.png`. */
import { dirname, join } from 'node:path';
import type { Context } from '../../../define/command.ts';
import { attributeOf, descendants, type LmxDocument } from '../../../lmx/tree.ts';
import { widthOf } from '../../images/width.ts';

/** Where an image is, seen from the file: next to it, or in the directory for images of the project. */
const PLACES = ['.', 'images', '../images', '../../images', '../../../images'];
const MAX_IMAGES = 50;

export async function imageWidths(
  context: Context,
  file: string,
  document: LmxDocument,
): Promise<ReadonlyMap<string, number>> {
  const widths = new Map<string, number>();
  const names = new Set<string>();
  for (const element of descendants(document.children)) {
    const src = element.name === 'Image' ? attributeOf(element, 'src') : undefined;
    const name = src === undefined ? undefined : /^image:([^/\\]+)$/.exec(src)?.[1];
    if (name !== undefined && name !== '.' && name !== '..') names.add(name);
  }
  for (const name of [...names].slice(0, MAX_IMAGES)) {
    for (const place of PLACES) {
      // A hint is left out where the image cannot be read.
      const bytes = await context.files.find(join(dirname(file), place, name)).catch(() => undefined);
      const width = bytes === undefined ? undefined : widthOf(bytes);
      if (width === undefined) continue;
      widths.set(`image:${name}`, width);
      break;
    }
  }
  return widths;
}
