/** What the build, and the tests in its place, put into the source (`scripts/constants.js`). */

/** The version of this program. */
declare const LOOPSCTL_VERSION: string;

/** The script and the style of the page that shows a workflow (`src/nouns/workflow/pictures/page`). */
declare const LOOPSCTL_PAGE_SCRIPT: string;
declare const LOOPSCTL_PAGE_STYLE: string;
