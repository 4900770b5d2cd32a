/** Images by name in LMX, `<Image src="image:logo.png" />`: the names of uploaded files become their URLs. */
import type { Context } from '../../define/command.ts';
import { usage } from '../../errors.ts';
import { replaceAttributes } from '../../lmx/replace-attributes.ts';
import { checkApiKey } from '../api-key.ts';
import { openKnownImages } from './known.ts';

export const NAMED_CALLS = [checkApiKey] as const;

const PREFIX = 'image:';

function namesIn(lmx: string): readonly string[] {
  const names = new Set<string>();
  replaceAttributes(lmx, (tag, attribute, value) => {
    if (tag === 'Image' && attribute === 'src' && value.startsWith(PREFIX)) names.add(value.slice(PREFIX.length));
    return undefined;
  });
  return [...names];
}

/** Rejects with a `usage` failure for the name of a file that this machine has not uploaded for the team. */
export async function withImageUrls(context: Context, lmx: string): Promise<string> {
  const names = namesIn(lmx);
  if (names.length === 0) return lmx;
  const first = JSON.stringify(`${PREFIX}${names[0]}`);
  if (!context.canRead) throw usage(`--curl sends nothing, so it can't look up ${first}.`, 'Use the URL of the image.');
  const images = await openKnownImages(context);
  const urls = new Map(names.map((name) => [`${PREFIX}${name}`, images.urlOf(name)]));
  const unknown = names.filter((name) => images.urlOf(name) === undefined);
  if (unknown.length > 0) {
    throw usage(
      `No image named ${unknown.map((name) => JSON.stringify(name)).join(', ')} was uploaded from this machine. Nothing was sent.`,
      'Upload it with `loopsctl images push <file>`.',
    );
  }
  return replaceAttributes(lmx, (tag, attribute, value) =>
    tag === 'Image' && attribute === 'src' ? urls.get(value) : undefined,
  );
}
