/** Which test emails this machine has sent for a team: for the daily limit, and to know which revisions somebody has seen. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { lineFile } from '../../runtime/line-file.ts';
import { teamPath } from '../team-file.ts';

const Preview = z.object({
  time: z.iso.datetime(),
  emailMessageId: z.string(),
  contentRevisionId: z.string().nullable(),
  emails: z.number(),
});
export type Preview = z.infer<typeof Preview>;

const DAY_MS = 24 * 60 * 60 * 1000;

export interface PreviewLog {
  /** The test emails of the last 24 hours. */
  recent(now: Date): number;
  /** Whether this machine has sent a test email of the revision. */
  has(emailMessageId: string, contentRevisionId: string | null): boolean;
  add(preview: Preview): Promise<void>;
}

/** A line that is not a preview is skipped. */
function parseLine(line: string): Preview | undefined {
  try {
    return Preview.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

export async function openPreviewLog(context: Context): Promise<PreviewLog> {
  const file = lineFile(await teamPath(context, 'previews'));
  const previews: Preview[] = [];
  for await (const line of file.lines()) {
    const preview = parseLine(line);
    if (preview !== undefined) previews.push(preview);
  }
  return {
    recent: (now) =>
      previews
        .filter(({ time }) => Date.parse(time) > now.getTime() - DAY_MS)
        .reduce((sum, { emails }) => sum + emails, 0),
    has: (emailMessageId, contentRevisionId) =>
      previews.some((one) => one.emailMessageId === emailMessageId && one.contentRevisionId === contentRevisionId),
    add: async (preview) => {
      previews.push(preview);
      await file.append(JSON.stringify(preview));
    },
  };
}
