/** The names of the output formats. */
export const FORMAT_NAMES = ['table', 'json', 'ndjson', 'csv', 'yaml', 'markdown', 'junit', 'sarif'] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];
