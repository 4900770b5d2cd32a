/** Writes XML, which is HTML too: whatever a text or an attribute holds, it cannot become markup. */

/** Markup that is written already, apart from text so that neither is taken for the other. */
export interface Markup {
  readonly markup: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What XML 1.0 has no way to write: most controls, halves of surrogate pairs, and the last two of 16 bits. */
const NO_CHARACTER =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const escaped = (text: string): string =>
  text.replace(NO_CHARACTER, '\ufffd').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** An element; what is undefined is left out. Names are the program's own and are not checked. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  ...children: readonly (Markup | string | undefined)[]
): Markup {
  const written = Object.entries(attributes).map(([attribute, value]) =>
    value === undefined ? '' : ` ${attribute}="${escaped(String(value))}"`,
  );
  const inner = children.map((child) =>
    child === undefined ? '' : typeof child === 'string' ? escaped(child) : child.markup,
  );
  return { markup: `<${name}${written.join('')}>${inner.join('')}</${name}>` };
}

/** Several in a row; each on a line of its own, so that documents can be compared. */
export const lines = (parts: readonly Markup[]): Markup => ({
  markup: parts.map(({ markup }) => `\n${markup}`).join(''),
});
