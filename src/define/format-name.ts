/** The names of the output formats, and the texts of those that only some commands have. */
export const GENERAL_FORMATS = ['table', 'json', 'ndjson', 'csv', 'yaml', 'markdown'] as const;

/** The formats of checks. */
export const CHECK_FORMATS = ['junit', 'sarif'] as const;

/** Formats that only commands with such content have. */
export const CONTENT_FORMATS = ['lmx'] as const;

/** The content of a record as text. */
export interface ContentFormat {
  readonly summary: string;
  /** Throws a `Failure` where the value has no such content: an empty text could be saved in place of it. */
  text(value: unknown): string;
}

export type ContentFormats = Partial<Readonly<Record<(typeof CONTENT_FORMATS)[number], ContentFormat>>>;

/** The formats that a command has besides the general ones. */
export const ownFormats = ({
  report,
  formats = {},
}: {
  report?: unknown;
  formats?: ContentFormats;
}): readonly string[] => [...(report === undefined ? [] : CHECK_FORMATS), ...Object.keys(formats)];

export const FORMAT_NAMES = [...GENERAL_FORMATS, ...CHECK_FORMATS, ...CONTENT_FORMATS] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];
