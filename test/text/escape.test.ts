/** No text from outside can act on a terminal, and ordinary text and JSON keep their meaning. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeControls, escapeJson, escapeValue } from '../../src/text/escape.ts';
import { hostileText, json } from '../arbitraries.ts';

/** By character class and number, independent of the list in the implementation. */
function acts(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (
    /^[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]$/u.test(character) ||
    (code >= 0xe0000 && code <= 0xe007f) ||
    code === 0xfeff
  );
}
const acting = (text: string): string[] => [...text].filter(acts);

const everyUnit = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).join(' ');

describe('escapeControls', () => {
  it('leaves no control character, of all in Unicode', () => {
    expect(acting(escapeControls(everyUnit))).toEqual([]);
  });

  it('leaves none in any text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(acting(escapeControls(text))).toEqual([]);
      }),
    );
  });

  it('changes nothing in text without them', () => {
    const harmless = fc.string({ unit: 'grapheme' }).filter((text) => !/[\p{C}\p{Zl}\p{Zp}\u200b]/u.test(text));
    fc.assert(
      fc.property(harmless, (text) => {
        expect(escapeControls(text)).toBe(text);
      }),
    );
  });

  it.each(['Ünïcödé', '日本語', 'नमस्ते', '👩‍👩‍👧‍👦', '❤️', '🇨🇭', 'a\\nb', '"quoted"', 'no\u00a0break'])(
    'leaves %s unchanged',
    (text) => expect(escapeControls(text)).toBe(text),
  );

  it.each([
    ['\u001b[2J', '\\u001b[2J'],
    ['a\nb\rc\td', 'a\\nb\\rc\\td'],
    ['\u0000\u007f\u009b', '\\u0000\\u007f\\u009b'],
    ['abc\u202exe', 'abc\\u202exe'],
    ['\u{e0041}', '\\u{e0041}'],
    ['\ud800', '\\ud800'],
    ['x\udfff', 'x\\udfff'],
    ['\u2028', '\\u2028'],
  ])('shows %j as %s', (text, shown) => expect(escapeControls(text)).toBe(shown));

  it('reaches every text of a value, field names included', () => {
    fc.assert(
      fc.property(json, (value) => {
        const texts: string[] = [];
        JSON.stringify(escapeValue(value), (name, inner) => {
          texts.push(name, typeof inner === 'string' ? inner : '');
          return inner;
        });
        expect(texts.flatMap(acting)).toEqual([]);
      }),
    );
  });

  it('escapes each text and field name like `escapeControls`, and changes nothing else', () => {
    const walk = (value: unknown): unknown => {
      if (typeof value === 'string') return escapeControls(value);
      if (Array.isArray(value)) return value.map(walk);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [escapeControls(name), walk(inner)]));
    };
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.stringify(escapeValue(value))).toBe(JSON.stringify(walk(value)));
      }),
      { examples: [['\\n"\n\b\f\u007f'], [{ '\\\u001b': '\\\\u001b' }], ['\ud800\u{e0041}é']] },
    );
  });

  it('keeps a field called __proto__ as a field, and changes no prototype', () => {
    const shown = escapeValue(JSON.parse('{"__proto__": {"polluted": "\\n"}}'));
    expect(JSON.stringify(shown)).toBe('{"__proto__":{"polluted":"\\\\n"}}');
    expect(Object.getPrototypeOf(shown)).toBe(Object.prototype);
  });
});

describe('escapeJson', () => {
  it.each([0, 2])('is JSON of the same value without control characters, indented by %i', (indent) => {
    fc.assert(
      fc.property(json, (value) => {
        const text = escapeJson(JSON.stringify(value, null, indent));
        expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(value));
        expect(acting(text).filter((character) => character !== '\n')).toEqual([]);
      }),
    );
  });

  it('writes characters above U+FFFF as two escapes', () => {
    expect(escapeJson('"\u{e0041}🎉"')).toBe('"\\udb40\\udc41🎉"');
  });
});
