/** Styles of themes from flags and files. Unknown names are refused here, because the API ignores them. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { isRecord } from '../../define/json.ts';
import { usage } from '../../errors.ts';
import { bySimilarity } from '../../text/nearest.ts';
import { readJsonObject } from '../json-file.ts';
import { ThemeStyles } from './operations.ts';

type Styles = z.output<typeof ThemeStyles>;

export const stylesInput = {
  style: z
    .array(z.string())
    .default([])
    .describe('a style, such as bodyColor=#ffffff or textBaseFontSize=16 (repeatable)')
    .meta({ placeholder: 'name=value' }),
  stylesFile: z
    .string()
    .optional()
    .describe('JSON file with styles, or a theme saved with --json; - for stdin')
    .meta({ placeholder: 'file' }),
};

const HINT =
  'Example: {"bodyColor": "#ffffff", "textBaseFontSize": 16}. `loopsctl themes show <id> --json` prints all names.';

const isColor = (name: string): boolean => name.endsWith('Color');

/** Colors may be empty: then they adapt to light and dark. */
const COLOR = /^(#([0-9a-f]{3}|[0-9a-f]{6}))?$/i;

function checked(name: string, value: unknown, place: string): Styles {
  const { shape } = ThemeStyles;
  if (!Object.hasOwn(shape, name)) {
    const names = Object.keys(shape);
    const [nearest] = bySimilarity(name, names, (one) => one, { fold: (one) => one });
    throw usage(`Unknown style ${JSON.stringify(name)} in ${place}.`, `Did you mean ${nearest?.item}?`);
  }
  const parsed = ThemeStyles.safeParse({ [name]: value });
  if (!parsed.success || value === null) {
    const expected = takesNumber(name) ? 'a number' : 'a string';
    throw usage(`${name} in ${place} must be ${expected}.`, HINT);
  }
  if (isColor(name) && !COLOR.test(String(value))) {
    throw usage(`${name} in ${place} is not a color such as #0a84a8.`, 'Write # and 3 or 6 hexadecimal digits.');
  }
  return parsed.data;
}

const takesNumber = (name: string): boolean => ThemeStyles.safeParse({ [name]: 1 }).success;

/** A value on the command line has the type of the style. */
function typedStyle(text: string): Styles {
  const at = text.indexOf('=');
  if (at < 0) throw usage(`Invalid value ${JSON.stringify(text)} for --style.`, 'Write name=value.');
  const [name, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  const isNumber = Object.hasOwn(ThemeStyles.shape, name) && takesNumber(name);
  return checked(name, isNumber && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value, '--style');
}

/** All styles that were given; undefined without any. A flag beats the file. Rejects with a `usage` failure. */
export async function readStyles(
  context: Context,
  { style, stylesFile }: { style: readonly string[]; stylesFile?: string | undefined },
): Promise<Styles | undefined> {
  if (style.length === 0 && stylesFile === undefined) return undefined;
  const fromFile = stylesFile === undefined ? {} : await stylesIn(context, stylesFile);
  return Object.assign({}, fromFile, ...style.map(typedStyle)) as Styles;
}

async function stylesIn(context: Context, file: string): Promise<Styles> {
  const object = await readJsonObject(context, file, HINT);
  const name = file === '-' ? 'standard input' : file;
  const styles = object['styles'] ?? object;
  if (!isRecord(styles)) throw usage(`"styles" in ${name} is not an object.`, HINT);
  return Object.assign({}, ...Object.entries(styles).map(([key, value]) => checked(key, value, name))) as Styles;
}
