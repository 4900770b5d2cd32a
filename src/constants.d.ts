/** What the build, and the tests in its place, put into the source (`scripts/constants.js`). */

/** The version of this program. */
declare const LOOPSCTL_VERSION: string;
