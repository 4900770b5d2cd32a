/** Random documents: well-formed ones with any spacing, and ones that were damaged. */
import fc from 'fast-check';
import { EXAMPLES } from './documents.ts';

const space = fc.constantFrom('', ' ', '\n', '\n  ', '\t', ' \r\n ');
const gap = fc.constantFrom(' ', '\n', '\n    ');
const words = fc.constantFrom(
  'Hello',
  ' a  b ',
  'x &amp; y',
  '{contact.firstName}',
  '&#160;',
  ' ',
  '\n',
  '.',
  '{data.items[].name}',
  '{',
  '–',
);
const value = fc.constantFrom(
  '12',
  '#FFF',
  '#a1B2c3',
  'center',
  'true',
  "it's",
  'a&quot;b',
  '',
  'a\n b',
  'https://acme.test',
  '{data.x}',
);
const attribute = fc
  .tuple(
    fc.constantFrom(
      'align',
      'fontSize',
      'paddingTop',
      'blockColor',
      'href',
      'textColor',
      'unknown',
      'if',
      'ifValue',
      'gap',
    ),
    value,
    fc.boolean(),
  )
  .map(([name, text, single]) => ({
    name,
    written: single && !text.includes("'") ? `${name} = '${text}'` : `${name}="${text}"`,
  }));
const attributes = fc
  .uniqueArray(attribute, { maxLength: 4, selector: ({ name }) => name })
  .chain((list) => fc.tuple(...list.map(({ written }) => gap.map((before) => before + written))))
  .map((parts) => parts.join(''));

const element = (names: readonly string[], content: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...names), attributes, content, space).map(([name, list, inner, end]) => {
    return inner === '' && end !== '' ? `<${name}${list}${end}/>` : `<${name}${list}${end}>${inner}</${name}>`;
  });

const many = (one: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> =>
  fc.array(one, { maxLength }).map((parts) => parts.join(''));

const comment = fc.constantFrom('<!-- note -->', '<!-- <b> -->');

const { inline } = fc.letrec<{ inline: string }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    words,
    fc.constant('<Br />'),
    comment,
    element(['Strong', 'Em', 'Text', 'Link', 'Code'], many(tie('inline'), 3)),
  ),
}));

const spaced = (one: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> =>
  many(
    fc.tuple(space, one, space).map((parts) => parts.join('')),
    maxLength,
  );

const { block } = fc.letrec<{ block: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    element(['Paragraph', 'H1', 'H2', 'Quote'], many(inline, 4)),
    element(['Button'], many(words, 3)),
    element(['Image', 'Divider', 'Style'], fc.constant('')),
    element(['CodeBlock'], many(words, 3)),
    element(['unknown'], many(words, 2)),
    comment,
    element(['Section', 'Component', 'For', 'ColumnItem'], spaced(tie('block'), 3)),
    element(['Columns'], spaced(element(['ColumnItem'], spaced(tie('block'), 2)), 3)),
    element(['UnorderedList', 'OrderedList'], spaced(element(['ListItem'], many(inline, 3)), 3)),
    element(['Icons'], spaced(element(['Icon'], fc.constant('')), 3)),
  ),
}));

/** Well-formed, with elements in odd places and attributes of odd values. */
export const documents: fc.Arbitrary<string> = spaced(block, 5);

const texts = fc.oneof(documents, fc.constantFrom(...EXAMPLES.map(({ text }) => text)));

const junk = fc.constantFrom(
  ...[
    '<',
    '>',
    '"',
    "'",
    '&',
    '/',
    '{',
    '}',
    '{{',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '<!',
    '</',
    '/>',
    '=',
    '\u0000',
  ],
  ...[
    '\ud800',
    '\ufeff',
    '<Section>',
    '</Section>',
    '<CodeBlock>',
    '__proto__="x"',
    ' constructor="y"',
    '&#0;',
    '&nbsp;',
    '{data.',
  ],
  ...[
    '<Columns widths="',
    '\n',
    '<__proto__/>',
    '<toString a="1">',
    '|',
    '😀',
    'if="{data.a}" ',
    '<Section if="{data.b}">',
  ],
);

interface Damage {
  readonly at: number;
  readonly cut: number;
  readonly insert: string;
}

const damage: fc.Arbitrary<Damage> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.nat({ max: 12 }),
  insert: fc.oneof(junk, fc.constant('')),
});

/** Documents of which parts were removed, and into which parts were put. */
export const damaged: fc.Arbitrary<string> = fc
  .tuple(texts, fc.array(damage, { minLength: 1, maxLength: 6 }))
  .map(([text, list]) =>
    list.reduce((result, { at, cut, insert }) => {
      const start = Math.floor(at * result.length);
      return result.slice(0, start) + insert + result.slice(start + cut);
    }, text),
  );
