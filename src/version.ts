/** The version of this program, put in by the build. */
declare const LOOPSCTL_VERSION: string;

export const VERSION = LOOPSCTL_VERSION;
