/** What must never be printed: characters that act on a terminal, or turn the direction of writing. Line breaks may be. */
export const ACTIVE_CHARACTERS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;
