/** Builds the tree from what the tokenizer finds, and reports what is not well-formed. */
import { characterProblems, flattened, isPlain } from './characters.ts';
import { decode, referenceProblems } from './entities.ts';
import { NONE, type OpenAttribute, type OpenElement, textNode } from './new-nodes.ts';
import type { Element, LmxNode, Problem } from './tree.ts';

/** Deeper documents would overflow recursive functions, and no real email is. */
const MAX_DEPTH = 64;
const MAX_NODES = 50_000;
/** More problems than anybody reads. */
const MAX_PROBLEMS = 1000;

const NAME = /^[A-Za-z_][A-Za-z0-9_.:-]*$/;

type Remarks = Pick<Problem, 'isGuess' | 'isCertain'>;

const SLASH = 47;
const GREATER_THAN = 62;

const CERTAIN: Remarks = { isCertain: true };

/** A reference has one right form, unless its name is unknown. */
const isCertain = (suggestion: string | undefined): boolean => suggestion === '&amp;' || suggestion?.[1] === '#';

export class TreeBuilder {
  readonly problems: Problem[] = [];
  readonly #text: string;
  readonly #roots: LmxNode[] = [];
  readonly #stack: OpenElement[] = [];
  /** How many elements deeper than the limit are open: they are left out. */
  #tooDeep = 0;
  #nodes = 0;
  #rawEnd: number | undefined;
  #ampersand = -1;

  constructor(text: string) {
    this.#text = text;
    for (const { start, end, message } of characterProblems(text)) this.problem(start, end, message);
  }

  problem(start: number, end: number, message: string, suggestion?: string, remarks: Remarks = {}): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ start, end, message, suggestion, ...remarks });
  }

  /** `value` is as written. */
  addAttribute(element: OpenElement, attribute: OpenAttribute): void {
    const { name, value, start, valueStart } = attribute;
    if (attribute.rule === undefined && !NAME.test(name)) {
      this.problem(start, start + name.length, `${JSON.stringify(name)} is not a name of an attribute.`);
      return;
    }
    if (!isPlain(value)) {
      this.#references(value, valueStart);
      const tag = value.indexOf('<');
      if (tag >= 0)
        this.problem(valueStart + tag, valueStart + tag + 1, '< in a value must be written as &lt;.', '&lt;', CERTAIN);
      attribute.value = decode(flattened(value));
    }
    if (element.attributes === NONE) element.attributes = new Map();
    else if (element.attributes.has(name)) {
      this.problem(start, start + name.length, `The attribute ${name} occurs twice.`);
      return;
    }
    element.attributes.set(name, attribute);
  }

  /** Returns false if a limit leaves the element out. */
  open(element: OpenElement, openEnd: number, isSelfClosing: boolean): boolean {
    const { known, name, start } = element;
    if (known === undefined && !NAME.test(name))
      this.problem(start + 1, start + 1 + name.length, `${JSON.stringify(name)} is not a tag.`);
    if (this.#stack.length >= MAX_DEPTH || this.#tooDeep > 0) {
      if (this.#tooDeep === 0) this.problem(start, openEnd, `More than ${MAX_DEPTH} elements inside each other.`);
      if (!isSelfClosing) this.#tooDeep++;
      return false;
    }
    element.parent = this.#stack.at(-1);
    element.end = openEnd;
    element.openEnd = openEnd;
    element.closeStart = openEnd;
    element.isSelfClosing = isSelfClosing;
    this.#add(element);
    if (!isSelfClosing) this.#stack.push(element);
    return true;
  }

  /** Ends the element with this name. `start` and `end` are those of the name. */
  close(start: number, end: number): void {
    const name = this.#text.slice(start, end);
    const tagStart = this.#text.charCodeAt(start - 1) === SLASH ? start - 2 : this.#text.lastIndexOf('<', start);
    const found = this.#text.charCodeAt(end) === GREATER_THAN ? end : this.#text.indexOf('>', end);
    const tagEnd = found < 0 ? this.#text.length : found + 1;
    if (tagEnd - 1 > end && this.#text.slice(end, tagEnd - 1).trim() !== '') {
      this.problem(end, tagEnd - 1, `Only the name belongs into the closing tag of ${name}.`);
    }
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      return;
    }
    const depth =
      this.#stack.at(-1)?.name === name
        ? this.#stack.length - 1
        : this.#stack.findLastIndex((element) => element.name === name);
    if (depth < 0) {
      this.problem(tagStart, tagEnd, `</${name}> has no opening tag.`);
      return;
    }
    while (this.#stack.length > depth + 1) this.#end(tagStart, tagStart, true);
    this.#end(tagStart, tagEnd, false);
  }

  text(start: number, end: number): void {
    if (this.#tooDeep > 0) return;
    const raw = this.#text.slice(start, end);
    const last = this.#siblings().at(-1);
    if (this.#hasAmpersand(start, end)) this.#references(raw, start);
    for (let tag = raw.indexOf('<'); tag >= 0; tag = raw.indexOf('<', tag + 1)) {
      this.problem(start + tag, start + tag + 1, '< starts no tag: it must be written as &lt;.', '&lt;', CERTAIN);
    }
    const parent = this.#stack.at(-1);
    if (last?.kind === 'text' && last.end === start) {
      this.#siblings()[this.#siblings().length - 1] = {
        ...textNode(parent, start, end, raw),
        start: last.start,
        raw: last.raw + raw,
        isBlank: last.isBlank && raw.trim() === '',
      };
    } else this.#add(textNode(parent, start, end, raw));
  }

  comment(start: number, end: number): void {
    const from = this.#text.lastIndexOf('<', start);
    const isComment = this.#text.startsWith('<!--', from);
    const isClosed = this.#text.startsWith('-->', end);
    const to = isClosed ? end + 3 : Math.min(this.#text.length, end + 1);
    if (!isComment) this.problem(from, to, 'This is neither a tag nor a comment.');
    else if (!isClosed) this.problem(from, from + 4, 'The comment is never closed with -->.');
    else if (this.#text.slice(start, end).includes('--')) {
      this.problem(start, end, 'A comment cannot contain two hyphens in a row.');
    }
    if (this.#tooDeep > 0) return;
    this.#add({ kind: 'comment', parent: this.#stack.at(-1), start: from, end: to, raw: this.#text.slice(from, to) });
  }

  construct(what: string, start: number, end: number): void {
    const from = this.#text.lastIndexOf('<', start);
    this.problem(Math.max(0, from), Math.min(end, this.#text.length), `${what} is not allowed.`);
  }

  /** Takes the content of an element as text, and returns where its closing tag starts. */
  rawContent(element: Element): number {
    const start = element.openEnd;
    const end = this.#closingTag(`</${element.name}`, start);
    if (end > start) {
      const raw = this.#text.slice(start, end);
      this.#references(raw, start, true);
      const tag = raw.indexOf('<');
      if (tag >= 0) {
        const message = `< in ${element.name} is safe only as &lt;.`;
        this.problem(start + tag, start + tag + 1, message, '&lt;', { isGuess: true, isCertain: true });
      }
      this.#add(textNode(this.#stack.at(-1), start, end, raw));
    }
    return end;
  }

  finish(): readonly LmxNode[] {
    while (this.#stack.length > 0) this.#end(this.#text.length, this.#text.length, true);
    this.problems.sort((one, other) => one.start - other.start);
    return this.#roots;
  }

  /** Searches once for a tag that is nowhere: otherwise many elements without it would take quadratic time. */
  #closingTag(tag: string, from: number): number {
    if (this.#rawEnd !== undefined && this.#rawEnd < 0) return this.#text.length;
    this.#rawEnd = this.#text.indexOf(tag, from);
    return this.#rawEnd < 0 ? this.#text.length : this.#rawEnd;
  }

  /** Searches from where it has found the last one: texts come in their order. */
  #hasAmpersand(start: number, end: number): boolean {
    if (this.#ampersand < start) {
      const next = this.#text.indexOf('&', start);
      this.#ampersand = next < 0 ? this.#text.length : next;
    }
    return this.#ampersand < end;
  }

  #references(raw: string, offset: number, isGuess?: boolean): void {
    for (const { start, end, message, suggestion } of referenceProblems(raw, offset, MAX_PROBLEMS)) {
      this.problem(start, end, message, suggestion, { isGuess, isCertain: isCertain(suggestion) });
    }
  }

  #siblings(): LmxNode[] {
    return this.#stack.at(-1)?.children ?? this.#roots;
  }

  #add(node: LmxNode): void {
    this.#nodes++;
    if (this.#nodes <= MAX_NODES) this.#siblings().push(node);
    else if (this.#nodes === MAX_NODES + 1) this.problem(node.start, node.end, `More than ${MAX_NODES} parts.`);
  }

  #end(closeStart: number, end: number, isMissing: boolean): void {
    const element = this.#stack.pop();
    if (element === undefined) return;
    element.closeStart = closeStart;
    element.end = end;
    if (!isMissing) return;
    const { name, start, openEnd } = element;
    this.problem(start, openEnd, `${name} is never closed.`, `</${name}>`);
  }
}
