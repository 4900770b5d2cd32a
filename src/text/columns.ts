/** Lines of an outline in columns: rails and words to the left, a remark at their end, IDs in a column of their own. */
import type { Paper } from '../define/view.ts';
import type { Measure } from './measure.ts';

/** All text is plain and visible; the functions that paint it add nothing that takes room. */
export interface TextLine {
  readonly lead: string;
  /** The rails of what is told below the line. */
  readonly rest: string;
  /** One column wide; empty for none. */
  readonly symbol: string;
  readonly words: string;
  /** Stands at the right end of the words. */
  readonly aside: string;
  readonly id: string;
  /** Each a line below, at the right edge. */
  readonly figures: readonly string[];
  /** Each a line below. */
  readonly remarks: readonly string[];
  readonly paintSymbol: (text: string) => string;
  readonly paintWords: (text: string) => string;
}

const GAP = '  ';
/** In a pipe nothing is cut, and one long sentence does not push all IDs away. */
const WIDEST_IN_PIPE = 72;
/** Words are not squeezed into less; a terminal that is narrower breaks lines by itself. */
const NARROWEST = 24;
const NARROWEST_WORDS = 12;

/** A word in pieces of at most `width` columns, where not even a line of its own holds it. */
function piecesOf(word: string, width: number, widthOf: Measure): string[] {
  if (widthOf(word) <= width) return [word];
  const pieces: string[] = [];
  let [piece, used] = ['', 0];
  // Made here because most runs have no word that needs it.
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word)) {
    const wide = widthOf(segment);
    if (used + wide > width && piece !== '') {
      pieces.push(piece);
      [piece, used] = ['', 0];
    }
    piece += segment;
    used += wide;
  }
  return [...pieces, piece];
}

/** Text in lines of at most `width` columns, broken at spaces where that is possible. At least one line. */
export function wrap(text: string, width: number, widthOf: Measure): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let [line, used] = ['', 0];
  for (const piece of text.split(' ').flatMap((word) => piecesOf(word, width, widthOf))) {
    const wide = widthOf(piece);
    if (line !== '' && used + 1 + wide > width) {
      lines.push(line);
      [line, used] = ['', 0];
    }
    line = line === '' ? piece : `${line} ${piece}`;
    used = line === piece ? wide : used + 1 + wide;
  }
  return [...lines, line];
}

const symbolOf = ({ symbol }: TextLine): string => (symbol === '' ? '' : `${symbol} `);
const indentOf = (line: TextLine): number => line.lead.length + symbolOf(line).length;
const asideWidth = ({ aside }: TextLine, widthOf: Measure): number => (aside === '' ? 0 : GAP.length + widthOf(aside));

/** Where the IDs begin, and where the longest of them ends. */
function edgesOf(
  lines: readonly TextLine[],
  available: number | undefined,
  widthOf: Measure,
): { ids: number; right: number } {
  const widest = (measure: (line: TextLine) => number) =>
    lines.reduce((most, line) => Math.max(most, measure(line)), 0);
  const id = widest((line) => widthOf(line.id));
  const natural = widest((line) =>
    line.id === '' ? 0 : indentOf(line) + widthOf(line.words) + asideWidth(line, widthOf),
  );
  const figures = widest((line) =>
    line.figures.reduce((most, figure) => Math.max(most, line.rest.length + GAP.length + widthOf(figure)), 0),
  );
  const room = available === undefined ? WIDEST_IN_PIPE : Math.max(NARROWEST, available - GAP.length - id);
  const ids = Math.min(Math.max(natural, figures - GAP.length - id), room) + GAP.length;
  return { ids, right: ids + id };
}

/** The lines as text; `heading` stands above the figures. Words that do not fit go on below, IDs are never broken. */
export function drawLines(
  blocks: readonly (readonly TextLine[])[],
  heading: string,
  { style, width }: Paper,
  widthOf: Measure,
): string[] {
  const { ids, right } = edgesOf(blocks.flat(), width, widthOf);
  const rails = (text: string): string => (text === '' ? '' : style.dim(text));
  const atRight = (from: number, text: string): string => ' '.repeat(Math.max(1, right - from - widthOf(text)));

  function draw(line: TextLine): string[] {
    const room = ids - GAP.length - indentOf(line);
    const [first = '', ...more] =
      width === undefined ? [line.words] : wrap(line.words, Math.max(NARROWEST_WORDS, room), widthOf);
    const inLine = widthOf(first) + asideWidth(line, widthOf) <= room || (width === undefined && line.aside !== '');
    const aside = inLine ? line.aside : '';
    const space = Math.max(0, room - widthOf(first) - widthOf(aside));
    const gap = aside === '' ? '' : ' '.repeat(Math.max(GAP.length, space));
    const end = line.id === '' ? '' : ' '.repeat((aside === '' ? space : 0) + GAP.length) + style.dim(line.id);
    const below = rails(line.rest) + ' '.repeat(symbolOf(line).length);
    const belowWidth = line.rest.length + symbolOf(line).length;
    const remarkRoom = Math.max(NARROWEST_WORDS, right - belowWidth);
    const remarks =
      width === undefined ? line.remarks : line.remarks.flatMap((remark) => wrap(remark, remarkRoom, widthOf));
    return [
      rails(line.lead) +
        (line.symbol === '' ? '' : `${line.paintSymbol(line.symbol)} `) +
        line.paintWords(first) +
        gap +
        (aside === '' ? '' : style.dim(aside)) +
        end,
      ...more.map((words) => below + line.paintWords(words)),
      ...(line.aside === '' || inLine ? [] : [below + style.dim(line.aside)]),
      ...remarks.map((remark) => below + style.yellow(remark)),
      ...line.figures.map((figure) => rails(line.rest) + atRight(line.rest.length, figure) + figure),
    ];
  }
  const drawn = blocks.flatMap((block, index) => [...(index === 0 ? [] : ['']), ...block.flatMap(draw)]);
  return heading === '' ? drawn : [atRight(0, heading) + style.dim(heading), ...drawn];
}
