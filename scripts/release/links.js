// The addresses of this project's files and releases.

/** `git+https://github.com/owner/name.git` as `https://github.com/owner/name`. */
export const homeOf = (repository) => repository.replace(/^git\+/, '').replace(/\.git$/, '');

/** Where the files of a release can be downloaded. */
export const downloadsOf = ({ version, repository }) => `${homeOf(repository)}/releases/download/v${version}`;

const IMAGE = /\.(png|svg)$/;

/** Links to files of the repository as links to the same files of this version. */
export function withAbsoluteLinks(markdown, { version, repository }) {
  return markdown.replaceAll(/\]\((?!https?:|#|mailto:)([^)\s]+)\)/g, (_, target) => {
    const kind = IMAGE.test(target) ? 'raw' : 'blob';
    return `](${homeOf(repository)}/${kind}/v${version}/${target})`;
  });
}
