/** The types of attribute values, and the attributes that several tags share. */

export type AttributeType =
  /** `isGuess`: Loops does not publish the range, so a value outside it is only a warning. */
  | {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      readonly unit: Unit;
      readonly isGuess?: true;
    }
  | { readonly kind: 'color'; readonly mayBeEmpty?: true }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'widths' }
  | { readonly kind: 'font' }
  | { readonly kind: 'text' };

export type Unit = 'px' | 'percent' | 'number';

export interface AttributeRule {
  readonly type: AttributeType;
  readonly required?: true;
  /** Which variables the value may contain: text with some, or exactly one. */
  readonly variables?: 'any' | 'one';
  /** Only in old documents: read, and not written. */
  readonly isOld?: true;
  /** Accepted, and without a known effect. */
  readonly isUndocumented?: true;
  readonly does: string;
}

export type AttributeRules = Readonly<Record<string, AttributeRule>>;

export const number = (min: number, max: number, does: string, unit: Unit = 'px'): AttributeRule => ({
  type: { kind: 'number', min, max, unit },
  does,
});

/** A number whose range is not published. */
export const guessed = (min: number, max: number, does: string, unit: Unit = 'px'): AttributeRule => ({
  type: { kind: 'number', min, max, unit, isGuess: true },
  does,
});

export const color = (does: string): AttributeRule => ({ type: { kind: 'color' }, does });
export const flag = (does: string): AttributeRule => ({ type: { kind: 'boolean' }, does });
export const choice = (does: string, ...choices: readonly string[]): AttributeRule => ({
  type: { kind: 'choice', choices },
  does,
});
export const text = (does: string): AttributeRule => ({ type: { kind: 'text' }, does });
export const withVariables = (does: string): AttributeRule => ({ type: { kind: 'text' }, variables: 'any', does });

export const HREF = withVariables('Where a click leads: http, https, mailto or tel, or one variable');
export const NOTRACK = flag('Clicks are not tracked');
export const ALIGN = choice('Alignment', 'left', 'center', 'right');
export const LINE_HEIGHT = number(100, 300, 'Line height', 'percent');
export const FONT_SIZE = number(12, 64, 'Font size');

/** What every block has. */
export const BLOCK: AttributeRules = {
  blockColor: color('Background of the block'),
  blockBorderRadius: number(0, 999, 'Radius of the corners of the background'),
  paddingTop: guessed(0, 999, 'Space above'),
  paddingRight: guessed(0, 999, 'Space at the right'),
  paddingBottom: guessed(0, 999, 'Space below'),
  paddingLeft: guessed(0, 999, 'Space at the left'),
};
