/** The names of the formats, apart from the formats: whoever only needs the names loads nothing else. */
export const FORMAT_NAMES = ['table', 'json', 'ndjson', 'csv', 'yaml', 'junit'] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];
