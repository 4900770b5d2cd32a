// The notes of a release, from the changelog.

const HEADING = /^## /m;

/** The section of a version, or with `orUnreleased` the one of changes that have no version yet. Throws if it is missing or empty. */
export function notesOf(changelog, version, orUnreleased) {
  const sections = changelog.split(HEADING).slice(1);
  const titles = orUnreleased ? [version, 'Unreleased'] : [version];
  const section = sections.find((text) =>
    titles.some((title) => text.startsWith(title) && !/[\w.-]/.test(text.at(title.length))),
  );
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## ${version}"`);
  const [heading, ...lines] = section.split('\n');
  if (!orUnreleased && !/\d{4}-\d\d-\d\d/.test(heading)) throw new Error(`"## ${heading}" in CHANGELOG.md has no date`);
  const text = lines.join('\n').trim();
  if (text === '') throw new Error(`"## ${heading}" in CHANGELOG.md is empty`);
  return `${text}\n`;
}
