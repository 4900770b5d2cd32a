// What the stub serves: themes with all of their 39 styles, so that parsing and checking cost what they do in real life.
const STYLES = {
  ...Object.fromEntries(
    'backgroundColor bodyColor borderColor buttonBodyColor buttonBorderColor buttonTextColor dividerColor textBaseColor textLinkColor heading1Color heading2Color heading3Color'
      .split(' ')
      .map((name) => [name, '#1f2a44']),
  ),
  ...Object.fromEntries(
    'backgroundXPadding backgroundYPadding bodyXPadding bodyYPadding borderWidth borderRadius buttonBodyXPadding buttonBodyYPadding buttonBorderWidth buttonBorderRadius buttonTextFormat buttonTextFontSize dividerBorderWidth textBaseFontSize textBaseLineHeight textBaseLetterSpacing heading1FontSize heading1LineHeight heading1LetterSpacing heading2FontSize heading2LineHeight heading2LetterSpacing heading3FontSize heading3LineHeight heading3LetterSpacing'
      .split(' ')
      .map((name, index) => [name, index + 4]),
  ),
  bodyFontFamily: 'Inter',
  bodyFontCategory: 'sans-serif',
};

export const theme = (index) => ({
  id: `c${index.toString(36).padStart(24, '0')}`,
  name: `Theme number ${index}`,
  styles: STYLES,
  isDefault: index === 0,
  createdAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-02-03T04:05:06.789Z',
});
