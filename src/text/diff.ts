/** The differences between two texts, line by line. */

const CONTEXT_LINES = 3;
/** The time of a diff grows with the square of the changes. This many take about half a second. */
const MAX_CHANGES = 4000;

/** A unified diff for people: lines without line endings, tabs as spaces. Empty for equal texts. */
export async function diffLines(before: string, after: string): Promise<readonly string[]> {
  const { createTwoFilesPatch, OMIT_HEADERS } = await import('diff');
  const patch = createTwoFilesPatch('', '', before, after, undefined, undefined, {
    context: CONTEXT_LINES,
    headerOptions: OMIT_HEADERS,
    maxEditLength: MAX_CHANGES,
  });
  if (patch === undefined) return [`@@ more than ${MAX_CHANGES} lines differ @@`];
  return patch.split('\n').flatMap((line) => (line === '' ? [] : [line.replace(/\r$/, '').replaceAll('\t', '    ')]));
}
