/** The icons of Icon. */

/** Icon names that have been seen. Loops knows more, and does not publish them. */
export const ICON_NAMES: readonly string[] = [
  'twitter',
  'instagram',
  'linkedin',
  'youtube',
  'github',
  'discord',
  'envelope',
  'link',
  'phone',
  'square-facebook',
  'square-x-twitter',
];
