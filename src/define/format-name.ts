/** The names of the output formats, without the formats themselves, so that help loads nothing else. */
export const FORMAT_NAMES = ['table', 'json', 'ndjson', 'csv', 'yaml', 'junit'] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];
