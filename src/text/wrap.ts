/** Text behind a label, whose further lines hang below its beginning. */
import stringWidth from 'string-width';

/**
 * Lines of at most `width` columns, broken between words and nowhere else; one line without a width. Neither label nor text has
 * line breaks; both may have colour.
 */
export function hanging(label: string, text: string, width: number | undefined): string {
  if (width === undefined || stringWidth(label) + stringWidth(text) <= width) return label + text;
  const indent = ' '.repeat(stringWidth(label));
  const room = width - indent.length;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || stringWidth(longer) <= room) line = longer;
    else {
      lines.push(line.trimEnd());
      line = word;
    }
  }
  return `${label}${[...lines, line].join(`\n${indent}`)}`;
}
