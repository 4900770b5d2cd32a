/** A theme of the account, or one that was saved to a file. */
import type { Context } from '../../define/command.ts';
import { isRecord, valueAt } from '../../define/json.ts';
import { Failure, usage } from '../../errors.ts';
import { isFileName } from '../../runtime/files.ts';
import { readJsonObject } from '../json-file.ts';
import { getTheme } from './operations.ts';
import type { Styles } from './style-value.ts';

export interface OpenedTheme {
  readonly name: string;
  readonly id: string | null;
  readonly styles: Styles;
}

const HINT = 'Save a theme with `loopsctl themes show <id> --json`.';

/** Rejects where there are no styles to read: an empty result would look like a theme without styles. */
export async function openTheme(context: Context, source: string): Promise<OpenedTheme> {
  const isFile = isFileName(source);
  const theme: unknown = isFile
    ? await readJsonObject(context, source, HINT)
    : await context.call(getTheme, { id: source });
  const [styles, id, name] = [valueAt(theme, 'styles'), valueAt(theme, 'id'), valueAt(theme, 'name')];
  if (!isRecord(styles)) {
    if (isFile) throw usage(`${source} has no "styles".`, HINT);
    throw new Failure('unexpected_response', 'The styles of the theme are missing or not an object.');
  }
  return {
    name: typeof name === 'string' ? name : source,
    id: typeof id === 'string' ? id : null,
    styles,
  };
}
