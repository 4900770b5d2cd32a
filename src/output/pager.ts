/** Shows text that is longer than the screen in a pager. */
import type { Output, Runtime } from '../runtime/runtime.ts';
import { measureFor, withoutColor } from '../text/width.ts';

type PagerRuntime = Pick<Runtime, 'env' | 'platform' | 'page'>;

/** The same output, which shows a long document in the pager. Only for outputs that are written once. */
export function pagedOutput(out: Output, { env, platform, page }: PagerRuntime): Output {
  const { PAGER } = env;
  // An empty PAGER turns it off; Windows has no default that shows color.
  const off = PAGER === '' || env['TERM'] === 'dumb' || (PAGER === undefined && platform === 'win32');
  if (off || !out.isTerminal) return out;
  return {
    ...out,
    write: async (text) => {
      if (!(await isLong(text, out)) || !(await page(text, PAGER))) await out.write(text);
    },
  };
}

async function isLong(text: string, { columns, rows: available }: Output): Promise<boolean> {
  if (available === undefined || available < 2) return false;
  const lines = withoutColor(text).replace(/\n$/, '').split('\n');
  if (lines.length >= available) return true;
  const widthOf = await measureFor(lines.join(''));
  const rowsOf = (line: string): number => Math.max(1, Math.ceil(widthOf(line) / (columns || 80)));
  return lines.reduce((sum, line) => sum + rowsOf(line), 0) >= available;
}
