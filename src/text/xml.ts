/** Writes XML and HTML: text and attributes are escaped, so that they cannot become markup. */

/** Finished markup, a type of its own so that it is not taken for text. */
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

/** XML 1.0 cannot express these: most controls, halves of surrogate pairs, U+FFFE and U+FFFF. */
const NOT_IN_XML =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const escapeXml = (text: string): string =>
  text.replace(NOT_IN_XML, '\ufffd').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  ...children: readonly (Markup | string | undefined)[]
): Markup {
  const written = Object.entries(attributes).map(([attribute, value]) =>
    value === undefined ? '' : ` ${attribute}="${escapeXml(String(value))}"`,
  );
  const inner = children.map((child) =>
    child === undefined ? '' : typeof child === 'string' ? escapeXml(child) : child.markup,
  );
  return { markup: `<${name}${written.join('')}>${inner.join('')}</${name}>` };
}

export const lines = (parts: readonly Markup[]): Markup => ({
  markup: parts.map(({ markup }) => `\n${markup}`).join(''),
});
