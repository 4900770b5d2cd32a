/** The body of an email in words: one line per block, without markup. */

/** Tags inside a line of text. All others begin a new line. */
const INLINE = new Set(['Strong', 'Em', 'Underline', 'Strike', 'Code', 'Text', 'Link']);

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const TAG = /<(\/?)([A-Za-z][\w.-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/g;

const attribute = (attributes: string, name: string): string | undefined =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];

/** What a tag adds before its text. */
function mark(name: string, attributes: string): string {
  if (name === 'ListItem') return '\n- ';
  if (name === 'Image') return `\n[image: ${attribute(attributes, 'alt') || 'no description'}]\n`;
  if (name === 'Divider') return '\n---\n';
  if (name === 'Section') {
    const condition = attribute(attributes, 'if');
    return condition === undefined ? '\n' : `\n[only if ${condition} ${attribute(attributes, 'ifOperation') ?? ''}]\n`;
  }
  return INLINE.has(name) ? '' : '\n';
}

/** The target of a link or button follows its text. */
const after = (name: string, href: string | undefined): string =>
  (name === 'Button' || name === 'Link') && href ? ` (${href})${name === 'Button' ? '\n' : ''}` : mark(name, '');

const decoded = (text: string): string =>
  text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '');

/** Never throws: a body that is not valid LMX is shown as well as possible. */
export function bodyLines(lmx: string): readonly string[] {
  const targets: Array<string | undefined> = [];
  const text = lmx.replace(TAG, (_, slash: string, name: string, attributes: string) => {
    if (slash !== '') return name === 'ListItem' ? '\n' : after(name, hasTarget(name) ? targets.pop() : undefined);
    const isEmpty = attributes.trimEnd().endsWith('/');
    if (hasTarget(name) && !isEmpty) targets.push(attribute(attributes, 'href'));
    return name === 'Style' ? '' : mark(name, attributes);
  });
  return decoded(text)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '' && line !== '-');
}

const hasTarget = (name: string): boolean => name === 'Button' || name === 'Link';
