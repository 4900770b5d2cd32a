/** Draws an outline in columns: tree lines and words at the left, a note at the end of the words, IDs at the right. */
import type { Display } from '../define/view.ts';
import type { Measure } from './width.ts';
import { wrapText } from './wrap.ts';

/** All text is plain and escaped; painting it must not change its width. */
export interface TextLine {
  readonly lead: string;
  /** The tree lines before everything below the first line. */
  readonly rest: string;
  readonly symbol: string;
  readonly words: string;
  readonly aside: string;
  readonly id: string;
  readonly figures: readonly string[];
  readonly remarks: readonly string[];
  readonly paintSymbol: (text: string) => string;
  readonly paintWords: (text: string) => string;
}

const GAP = '  ';
/** In a pipe nothing is cut, but one long sentence must not push all IDs to the right. */
const WIDEST_IN_PIPE = 72;
const NARROWEST = 24;
const NARROWEST_WORDS = 12;

const symbolOf = ({ symbol }: TextLine): string => (symbol === '' ? '' : `${symbol} `);
const indentOf = (line: TextLine): number => line.lead.length + symbolOf(line).length;
const asideWidth = ({ aside }: TextLine, widthOf: Measure): number => (aside === '' ? 0 : GAP.length + widthOf(aside));

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

/** The lines as text, with `heading` above the figures. Words that do not fit continue below; IDs are never broken. */
export function drawLines(
  blocks: readonly (readonly TextLine[])[],
  heading: string,
  { style, width }: Display,
  widthOf: Measure,
): string[] {
  const { ids, right } = edgesOf(blocks.flat(), width, widthOf);
  const rails = (text: string): string => (text === '' ? '' : style.dim(text));
  const atRight = (from: number, text: string): string => ' '.repeat(Math.max(1, right - from - widthOf(text)));

  function draw(line: TextLine): string[] {
    const room = ids - GAP.length - indentOf(line);
    const [first = '', ...more] =
      width === undefined ? [line.words] : wrapText(line.words, Math.max(NARROWEST_WORDS, room), widthOf);
    const inLine = widthOf(first) + asideWidth(line, widthOf) <= room || (width === undefined && line.aside !== '');
    const aside = inLine ? line.aside : '';
    const space = Math.max(0, room - widthOf(first) - widthOf(aside));
    const gap = aside === '' ? '' : ' '.repeat(Math.max(GAP.length, space));
    const end = line.id === '' ? '' : ' '.repeat((aside === '' ? space : 0) + GAP.length) + style.dim(line.id);
    const below = rails(line.rest) + ' '.repeat(symbolOf(line).length);
    const belowWidth = line.rest.length + symbolOf(line).length;
    const remarkRoom = Math.max(NARROWEST_WORDS, right - belowWidth);
    const remarks =
      width === undefined ? line.remarks : line.remarks.flatMap((remark) => wrapText(remark, remarkRoom, widthOf));
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
