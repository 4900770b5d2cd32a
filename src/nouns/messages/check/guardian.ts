/** What the API itself finds in a message before publishing, as findings. */
import { isRecord, textOf } from '../../../define/json.ts';
import { Failure } from '../../../errors.ts';
import type { LmxFinding } from '../../../lmx/lint/lint.ts';

/** Rules of the API that find the same as rules of ours, which know the place. */
const EQUIVALENTS: Readonly<Record<string, string>> = {
  unsupportedContactProperties: 'variable-namespace',
  missingFallbackContactProperties: 'fallback-missing',
  unsupportedEventProperties: 'variable-namespace',
  missingFallbackEventProperties: 'fallback-missing',
  unsupportedDataVariables: 'variable-namespace',
  invalidCustomDataVariables: 'variable-syntax',
  missingButtonHrefs: 'link-missing',
  missingLinkHrefs: 'required',
  invalidButtonHrefs: 'link-invalid',
  invalidLinkHrefs: 'link-invalid',
  shortenedYouTubeButtonHrefs: 'youtube-short',
  shortenedYouTubeLinkHrefs: 'youtube-short',
  shortenedYouTubeImageHrefs: 'youtube-short',
  emailWithoutMailtoButtonHrefs: 'mailto',
  emailWithoutMailtoLinkHrefs: 'mailto',
  emailWithoutMailtoImageHrefs: 'mailto',
  bareArrayNodes: 'bare-array',
  missingSocialIconHrefs: 'icon-link-missing',
};

interface Reported {
  readonly rule: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** Throws a `Failure` for a response that cannot be read: a check that could not read its input never passes. */
function reportedIn(response: unknown, source: string): readonly Reported[] {
  const lists = isRecord(response) ? [response['errors'], response['warnings']] : [];
  return (['error', 'warning'] as const).flatMap((severity, index) => {
    const list = lists[index];
    if (!Array.isArray(list)) {
      throw new Failure('unexpected_response', `The checks of the API for ${source} could not be read.`);
    }
    return list.map((item) => {
      if (!isRecord(item) || typeof item['rule'] !== 'string') {
        throw new Failure('unexpected_response', `The checks of the API for ${source} could not be read.`);
      }
      const items = Array.isArray(item['items']) ? item['items'] : [];
      const labels = items.map((one) => (isRecord(one) ? textOf(one['label']) : '')).filter((label) => label !== '');
      const title = textOf(item['title']) || item['rule'];
      return {
        rule: item['rule'],
        severity,
        message: labels.length === 0 ? `${title}.` : `${title}: ${labels.join(', ')}.`,
      };
    });
  });
}

/** Our findings with the severity that the API gives them, and after them those that only the API has. */
export function withGuardian(
  findings: readonly LmxFinding[],
  response: unknown,
  source: string,
): readonly LmxFinding[] {
  const reported = reportedIn(response, source);
  const blocking = new Set(
    reported.flatMap(({ rule, severity }) => (severity === 'error' ? [EQUIVALENTS[rule] ?? ''] : [])),
  );
  const own = new Set(findings.map(({ rule }) => rule));
  const raised = findings.map((finding) =>
    blocking.has(finding.rule) ? { ...finding, severity: 'error' as const } : finding,
  );
  const others = reported.filter(({ rule }) => !own.has(EQUIVALENTS[rule] ?? ''));
  const place = { line: 1, column: 1, endLine: 1, endColumn: 1 };
  return [...raised, ...others.map((one) => ({ ...one, ...place }))];
}
