/** The body of a draft from a file: LMX, or Markdown whose images are uploaded. */
import { dirname, join } from 'node:path';
import type { Context } from '../../define/command.ts';
import { usage } from '../../errors.ts';
import { imageUrls, PUSH_CALLS } from '../images/push.ts';
import { readLmx } from '../messages/lmx-file.ts';
import { markdownToLmx } from './markdown.ts';

export const BODY_CALLS = PUSH_CALLS;

const isMarkdown = (file: string): boolean => /\.(md|markdown)$/i.test(file);

const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);

/** Reads the file, and resolves to a function that uploads its images and returns LMX. */
export async function openBody(context: Context, file: string): Promise<() => Promise<string>> {
  const text = await readLmx(context, file);
  if (!isMarkdown(file)) return async () => text;
  const sources = new Set<string>();
  const lmx = await markdownToLmx(text, file, (source) => {
    sources.add(source);
    return source;
  });
  if (lmx === '') throw usage(`${file} has no content.`, 'Pass a file with text.');
  const pathOf = (source: string): string => join(dirname(file), source);
  const local = [...sources].filter((source) => !isAddress(source));
  if (local.length === 0) return async () => lmx;
  return async () => {
    const urls = await imageUrls(context, local.map(pathOf));
    return markdownToLmx(text, file, (source) => urls.get(pathOf(source)) ?? source);
  };
}
