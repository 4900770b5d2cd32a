/** Parses LMX into a tree. Takes any text: it reports what is not well-formed and continues after it. */
import { Tokenizer } from 'htmlparser2';
import { TreeBuilder } from './build-tree.ts';
import { newAttribute, newElement, type OpenAttribute, type OpenElement } from './new-nodes.ts';
import type { LmxDocument } from './tree.ts';

/** The element whose content is text, whatever it looks like. */
const RAW_ELEMENT = 'CodeBlock';

const UNQUOTED = 1;
const NO_VALUE = 0;
const LESS_THAN = 60;
const SPACE = 32;

export function parse(text: string): LmxDocument {
  const tree = new TreeBuilder(text);
  // A byte order mark is skipped.
  let at = text.startsWith('\ufeff') ? 1 : 0;
  while (at < text.length) at = new Reader(text, at, tree).read();
  return { text, children: tree.finish(), problems: tree.problems };
}

/** Reads from an offset until the tokenizer has to start again somewhere else. The tokenizer calls the methods `on…`. */
class Reader {
  readonly #text: string;
  readonly #base: number;
  readonly #tree: TreeBuilder;
  readonly #tokenizer: Tokenizer;
  #resumeAt: number;
  /** The tag that is being read, and its last attribute. */
  #element: OpenElement | undefined;
  #attribute: OpenAttribute | undefined;
  /** Where the last part of the tag ends: its name, or an attribute. */
  #partEnd = 0;
  #isValueOpen = false;

  constructor(text: string, base: number, tree: TreeBuilder) {
    this.#text = text;
    this.#base = base;
    this.#tree = tree;
    this.#resumeAt = text.length;
    this.#tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: false }, this);
  }

  /** Returns the offset where to start again. */
  read(): number {
    const [text, tokenizer] = [this.#text, this.#tokenizer];
    tokenizer.write(this.#base === 0 ? text : text.slice(this.#base));
    if (!tokenizer.running) return this.#resumeAt;
    tokenizer.end();
    const [element, attribute] = [this.#element, this.#attribute];
    if (element === undefined) {
      this.#reportUnfinished();
      return this.#resumeAt;
    }
    if (this.#isValueOpen && attribute !== undefined) {
      this.#tree.problem(attribute.valueStart - 1, attribute.valueStart, neverClosed(attribute.name));
      tokenizer.resume();
      this.#abandonTag(attribute.valueStart);
      return this.#resumeAt;
    }
    this.#tree.problem(element.start, text.length, notClosed(element.name));
    this.#finishTag(text.length, true);
    return text.length;
  }

  ontext(start: number, end: number): void {
    // At the end of a text that ends in a tag, the tokenizer has no start.
    if (start >= 0) this.#tree.text(this.#base + start, this.#base + end);
  }

  onopentagname(start: number, end: number): void {
    const from = this.#base + start;
    const name = this.#text.slice(from, this.#base + end);
    const inner = name.indexOf('<');
    if (inner === 0) {
      this.#tree.text(from - 1, from);
      this.#restartAt(from);
      return;
    }
    this.#element = newElement(inner > 0 ? name.slice(0, inner) : name, from - 1);
    this.#attribute = undefined;
    this.#partEnd = this.#base + end;
    if (inner > 0) this.#endTagBefore(from + inner, this.#element);
  }

  onattribname(start: number, end: number): void {
    const element = this.#element;
    if (element === undefined) return;
    const [from, to] = [this.#base + start, this.#base + end];
    if (this.#text.charCodeAt(from) === LESS_THAN) {
      this.#endTagBefore(from, element);
      return;
    }
    const name = this.#text.slice(from, to);
    if (!isSpace(this.#text, this.#partEnd, from)) {
      this.#tree.problem(from, to, `A space is missing before ${name}.`);
    }
    this.#attribute = newAttribute(element, name, from, to);
    this.#partEnd = to;
  }

  onattribdata(start: number, end: number): void {
    if (this.#attribute === undefined) return;
    this.#attribute.valueStart = this.#base + start;
    this.#attribute.valueEnd = this.#base + end;
    this.#isValueOpen = true;
  }

  onattribend(quote: number, tokenEnd: number): void {
    this.#isValueOpen = false;
    const [element, attribute, text, tree] = [this.#element, this.#attribute, this.#text, this.#tree];
    if (element === undefined || attribute === undefined) return;
    const { name, start, end, valueStart, valueEnd } = attribute;
    if (quote === NO_VALUE) {
      tree.problem(start, end, `${name} has no value.`, `${name}="true"`);
    } else {
      attribute.value = text.slice(valueStart, valueEnd);
      attribute.end = this.#base + tokenEnd;
      this.#partEnd = attribute.end;
      if (quote === UNQUOTED) {
        tree.problem(valueStart, valueEnd, `The value of ${name} is not in quotes.`, `${name}="${attribute.value}"`);
      } else if (isRunaway(attribute.value)) {
        tree.problem(valueStart - 1, valueStart, neverClosed(name));
        this.#abandonTag(valueStart);
        return;
      }
    }
    tree.addAttribute(element, attribute);
  }

  onopentagend(end: number): void {
    this.#finishTag(this.#base + end + 1, false);
  }

  onselfclosingtag(end: number): void {
    this.#finishTag(this.#base + end + 1, true);
  }

  onclosetag(start: number, end: number): void {
    this.#tree.close(this.#base + start, this.#base + end);
  }

  oncomment(start: number, end: number, offset: number): void {
    this.#tree.comment(this.#base + start, this.#base + end - offset);
  }

  oncdata(start: number, end: number): void {
    this.#construct('A CDATA section', start, end);
  }

  ondeclaration(start: number, end: number): void {
    this.#construct('A document type declaration', start, end);
  }

  onprocessinginstruction(start: number, end: number): void {
    this.#construct('An XML declaration or processing instruction', start, end);
  }

  onattribentity(): void {}
  ontextentity(): void {}
  onend(): void {}

  #construct(what: string, start: number, end: number): void {
    this.#tree.construct(what, this.#base + start, this.#base + end + 1);
  }

  #restartAt(offset: number): void {
    this.#resumeAt = offset;
    this.#element = undefined;
    this.#attribute = undefined;
    this.#isValueOpen = false;
    this.#tokenizer.pause();
  }

  #finishTag(end: number, isSelfClosing: boolean): void {
    const element = this.#element;
    if (element === undefined) return;
    this.#element = undefined;
    const isAdded = this.#tree.open(element, end, isSelfClosing);
    if (element.name === RAW_ELEMENT && isAdded && !isSelfClosing) this.#restartAt(this.#tree.rawContent(element));
  }

  /** The tag ends where the next one starts. */
  #endTagBefore(end: number, { name, start }: OpenElement): void {
    this.#tree.problem(start, end, notClosed(name));
    this.#finishTag(end, false);
    if (this.#tokenizer.running) this.#restartAt(end);
  }

  /** The tag ends where it was expected to end: at the first `>` of the line, or at the end of the line. */
  #abandonTag(from: number): void {
    const text = this.#text;
    const lineEnd = endOfLine(text, from);
    const close = text.indexOf('>', from);
    const isOnLine = close >= 0 && close < lineEnd;
    const end = isOnLine ? close + 1 : lineEnd;
    const isSelfClosing = isOnLine && text[close - 1] === '/';
    this.#finishTag(end, isSelfClosing);
    if (this.#tokenizer.running) this.#restartAt(end);
  }

  /** The tokenizer is silent about a text that ends in a name or in `<!`. */
  #reportUnfinished(): void {
    const text = this.#text;
    const last = text.lastIndexOf('<');
    if (last < this.#base || text.indexOf('>', last) >= 0 || this.#tree.problems.some(({ end }) => end > last)) return;
    this.#tree.problem(last, text.length, 'The tag is not closed with >.');
  }
}

const notClosed = (name: string): string => `The tag ${name} is not closed with >.`;
const neverClosed = (name: string): string => `The quote that opens the value of ${name} is never closed.`;

/** Whether there is white space, and nothing else. */
function isSpace(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if (text.charCodeAt(index) > SPACE) return false;
  return end > start;
}

/** A value with a tag in it that spans lines: its closing quote is missing, and it ends at the quote of another value. */
const isRunaway = (value: string): boolean => value.includes('<') && value.includes('\n');

const endOfLine = (text: string, from: number): number => {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
};
