/** Characters that must never be printed: those that control a terminal or change the text direction, except line feeds. */
export const ACTIVE_CHARACTERS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;
