// Draws what a terminal shows as SVG: text with colors, each piece at the column where a terminal puts it.
import stringWidth from 'string-width';

const COLUMN = 8.4;
const LINE = 19;
const MARGIN = 18;
const BAR = 34;

const COLORS = {
  31: '#ff7b72',
  32: '#7ee787',
  33: '#e3b341',
  34: '#79c0ff',
  35: '#d2a8ff',
  36: '#76e3ea',
  90: '#8b949e',
};
const SGR = new RegExp(`${String.fromCharCode(27)}\\[([\\d;]*)m`);

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The style after a code, such as 1 (bold), 2 (dim) or 39 (default color). Throws for one that has no meaning here. */
function styleAfter(style, code) {
  if (code === 0) return {};
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 39) return { ...style, color: undefined };
  if (COLORS[code] === undefined) throw new Error(`the picture has no style for code ${code}`);
  return { ...style, color: COLORS[code] };
}

/** Pieces of a line with their columns. A style ends with its line, as in everything that this program prints. */
function piecesOf(line) {
  const pieces = [];
  let style = {};
  let column = 0;
  for (const [index, part] of line.split(SGR).entries()) {
    if (index % 2 === 1) {
      for (const code of part.split(';').map(Number)) style = styleAfter(style, code);
    } else {
      // Viewers treat spaces in different ways, so they are columns.
      for (const { 0: text, index: start } of part.matchAll(/\S+(?: \S+)*/g)) {
        pieces.push({ text, column: column + stringWidth(part.slice(0, start)), style });
      }
      column += stringWidth(part);
    }
  }
  return pieces;
}

function drawn({ text, column, style }, y) {
  const fill = style.color ?? (style.dim ? '#8b949e' : '#e6edf3');
  const weight = style.bold ? ' font-weight="bold"' : '';
  const x = (MARGIN + column * COLUMN).toFixed(1);
  return `<text x="${x}" y="${y}" fill="${fill}"${weight} textLength="${(stringWidth(text) * COLUMN).toFixed(1)}">${escaped(text)}</text>`;
}

/** `output`: lines with SGR codes. Each line becomes text that can be selected and read aloud. */
export function terminalPicture(output, columns, label) {
  const lines = output.trimEnd().split('\n');
  const width = Math.ceil(columns * COLUMN + 2 * MARGIN);
  const height = BAR + lines.length * LINE + MARGIN;
  const texts = lines.flatMap((line, index) => piecesOf(line).map((piece) => drawn(piece, BAR + (index + 0.8) * LINE)));
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
    (color, index) => `<circle cx="${MARGIN + 4 + index * 20}" cy="17" r="6" fill="${color}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(label)}">
<rect width="100%" height="100%" rx="10" fill="#0d1117"/>
${dots.join('')}
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
${texts.join('\n')}
</g>
</svg>
`;
}
