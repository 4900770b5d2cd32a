/** Parses LMX into a tree. Takes any text: it reports what is not well-formed and continues after it. */
import { Tokenizer } from 'htmlparser2';
import { type Opening, TreeBuilder } from './build-tree.ts';
import { knownTag } from './tags.ts';
import type { LmxDocument } from './tree.ts';

/** The element whose content is text, whatever it looks like. */
const RAW_ELEMENT = 'CodeBlock';

const UNQUOTED = 1;
const NO_VALUE = 0;

/** What is being read between `<` and `>`. */
interface Reading extends Opening {
  attributeName: string;
  attributeStart: number;
  attributeEnd: number;
  valueStart: number;
  valueEnd: number;
}

export function parse(text: string): LmxDocument {
  const tree = new TreeBuilder(text);
  // A byte order mark is skipped.
  let at = text.startsWith('\ufeff') ? 1 : 0;
  while (at < text.length) at = readFrom(text, at, tree);
  return { text, children: tree.finish(), problems: tree.problems };
}

/** Reads from an offset until the tokenizer has to start again somewhere else, and returns that place. */
function readFrom(text: string, base: number, tree: TreeBuilder): number {
  let resumeAt = text.length;
  let reading: Reading | undefined;
  let isValueOpen = false;

  const restartAt = (offset: number): void => {
    resumeAt = offset;
    reading = undefined;
    isValueOpen = false;
    tokenizer.pause();
  };

  const finishTag = (end: number, isSelfClosing: boolean): void => {
    if (reading === undefined) return;
    const { name } = reading;
    const element = tree.open(reading, end, isSelfClosing);
    reading = undefined;
    if (name === RAW_ELEMENT && element !== undefined && !isSelfClosing) restartAt(tree.rawContent(element));
  };

  /** The tag ends where it was expected to end: at the first `>` of the line, or at the end of the line. */
  const abandonTag = (from: number): void => {
    const lineEnd = endOfLine(text, from);
    const close = text.indexOf('>', from);
    const isOnLine = close >= 0 && close < lineEnd;
    const end = isOnLine ? close + 1 : lineEnd;
    const isSelfClosing = isOnLine && text[close - 1] === '/';
    finishTag(end, isSelfClosing);
    if (tokenizer.running) restartAt(end);
  };

  const addAttribute = (quote: number, end: number): void => {
    if (reading === undefined) return;
    const { attributeName: name, attributeStart: start } = reading;
    reading.attributeEnd = quote === NO_VALUE ? reading.attributeEnd : end;
    if (quote === NO_VALUE) {
      tree.problem(start, reading.attributeEnd, `${name} has no value.`, `${name}="true"`);
      tree.attribute(reading, name, start, reading.attributeEnd, reading.attributeEnd, reading.attributeEnd);
      return;
    }
    const { valueStart, valueEnd } = reading;
    if (quote === UNQUOTED) {
      const value = text.slice(valueStart, valueEnd);
      tree.problem(valueStart, valueEnd, `The value of ${name} is not in quotes.`, `${name}="${value}"`);
    } else if (isRunaway(text, valueStart, valueEnd)) {
      tree.problem(valueStart - 1, valueStart, `The quote that opens the value of ${name} is never closed.`);
      abandonTag(valueStart);
      return;
    }
    tree.attribute(reading, name, start, end, valueStart, valueEnd);
  };

  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: false },
    {
      ontext: (start, end) => {
        // At the end of a text that ends in a tag, the tokenizer has no start.
        if (start >= 0) tree.text(base + start, base + end);
      },
      onopentagname(start, end) {
        const [from, to] = [base + start, base + end];
        const name = text.slice(from, to);
        const inner = name.indexOf('<');
        if (inner === 0) {
          tree.text(from - 1, from);
          restartAt(from);
          return;
        }
        const tagName = inner > 0 ? name.slice(0, inner) : name;
        reading = {
          name: tagName,
          start: from - 1,
          known: knownTag(tagName),
          attributes: undefined,
          attributeName: '',
          attributeStart: to,
          attributeEnd: to,
          valueStart: to,
          valueEnd: to,
        };
        if (inner > 0) {
          tree.problem(from - 1, from + inner, `The tag ${reading.name} is not closed with >.`);
          finishTag(from + inner, false);
          if (tokenizer.running) restartAt(from + inner);
        }
      },
      onattribname(start, end) {
        if (reading === undefined) return;
        const [from, to] = [base + start, base + end];
        if (text.charCodeAt(from) === LESS_THAN) {
          tree.problem(reading.start, from, `The tag ${reading.name} is not closed with >.`);
          finishTag(from, false);
          if (tokenizer.running) restartAt(from);
          return;
        }
        if (!isSpace(text, reading.attributeEnd, from)) {
          tree.problem(from, to, `A space is missing before ${text.slice(from, to)}.`);
        }
        reading.attributeName = text.slice(from, to);
        reading.attributeStart = from;
        reading.attributeEnd = to;
      },
      onattribdata(start, end) {
        if (reading === undefined) return;
        reading.valueStart = base + start;
        reading.valueEnd = base + end;
        isValueOpen = true;
      },
      onattribend(quote, end) {
        isValueOpen = false;
        addAttribute(quote, base + end);
      },
      onopentagend: (end) => finishTag(base + end + 1, false),
      onselfclosingtag: (end) => finishTag(base + end + 1, true),
      onclosetag: (start, end) => tree.close(base + start, base + end),
      oncomment: (start, end, offset) => tree.comment(base + start, base + end - offset),
      oncdata: (start, end) => tree.construct('A CDATA section', base + start, base + end + 1),
      ondeclaration: (start, end) => tree.construct('A document type declaration', base + start, base + end + 1),
      onprocessinginstruction: (start, end) =>
        tree.construct('An XML declaration or processing instruction', base + start, base + end + 1),
      onattribentity: () => {},
      ontextentity: () => {},
      onend: () => {},
    },
  );

  tokenizer.write(base === 0 ? text : text.slice(base));
  if (!tokenizer.running) return resumeAt;
  tokenizer.end();
  // The callbacks above have changed it since.
  const unfinished = reading as Reading | undefined;
  if (unfinished === undefined) {
    reportUnfinished(text, base, tree);
    return resumeAt;
  }
  if (isValueOpen && unfinished.valueStart > unfinished.start) {
    const { attributeName: name, valueStart } = unfinished;
    tree.problem(valueStart - 1, valueStart, `The quote that opens the value of ${name} is never closed.`);
    tokenizer.resume();
    abandonTag(valueStart);
    return resumeAt;
  }
  tree.problem(unfinished.start, text.length, `The tag ${unfinished.name} is not closed with >.`);
  finishTag(text.length, true);
  return text.length;
}

/** The tokenizer is silent about a text that ends in a name or in `<!`. */
function reportUnfinished(text: string, base: number, tree: TreeBuilder): void {
  const last = text.lastIndexOf('<');
  if (last < base || text.indexOf('>', last) >= 0 || tree.problems.some(({ end }) => end > last)) return;
  tree.problem(last, text.length, 'The tag is not closed with >.');
}

const LESS_THAN = 60;
const SPACE = 32;

/** Whether there is white space, and nothing else. */
function isSpace(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if (text.charCodeAt(index) > SPACE) return false;
  return end > start;
}

/** A value with a tag in it that spans lines: its closing quote is missing, and it ends at the quote of another value. */
function isRunaway(text: string, start: number, end: number): boolean {
  const value = text.slice(start, end);
  return value.includes('<') && value.includes('\n');
}

const endOfLine = (text: string, from: number): number => {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
};
