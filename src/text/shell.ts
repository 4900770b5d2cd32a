/** Words of a command line for a POSIX shell. */

/** `'it'\''s'`: nothing inside is special to the shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The word as it is where nothing in it is special, otherwise in quotes. */
export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text));
