/** What a schema reports about a value, in the words of the program in place of those of the package. */

/** An issue of the schema package: `message`, and by its code `keys` or `values`. */
export interface SchemaIssue {
  readonly code?: string | undefined;
  readonly message: string;
  readonly path?: readonly PropertyKey[];
  readonly keys?: unknown;
  readonly values?: unknown;
}

/** Without a period: `unknown field "nmae"`, `expected one of string, number`. Messages of our own schemas stay as they are. */
export function describeIssue({ code, message, keys, values }: SchemaIssue): string {
  if (code === 'unrecognized_keys' && Array.isArray(keys)) return `unknown field ${JSON.stringify(keys[0])}`;
  if (code === 'invalid_value' && Array.isArray(values)) return `expected one of ${values.join(', ')}`;
  return message.replace(/^Invalid input: /, '');
}

/** The first issue of a value with the place of its field: `properties.plan: expected one of string, number`. */
export function describeFirst({ issues: [issue] }: { readonly issues: readonly SchemaIssue[] }): string {
  if (issue === undefined) return 'invalid';
  const place = (issue.path ?? []).map(String).join('.');
  return `${place === '' ? '' : `${place}: `}${describeIssue(issue)}`;
}
