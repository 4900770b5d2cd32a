/** Requests as curl command lines that can be pasted into a POSIX shell. */
import type { PlannedRequest } from '../define/planned.ts';
import { quoted } from '../text/shell.ts';

/** `base` is a shell word for the base URL, in double quotes where it expands a variable. */
export function toCurl({ method, path, query, headers = {}, body }: PlannedRequest, base: string): string {
  const search = new URLSearchParams(query).toString();
  return [
    `curl -sS${method === 'GET' ? '' : ` -X ${method}`} ${base}${quoted(`${path}${search === '' ? '' : `?${search}`}`)}`,
    '-H "Authorization: Bearer $LOOPS_API_KEY"',
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `--data-raw ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}
