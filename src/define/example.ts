/** A command line shown in help and run by a test; `line` has no program name. */
export interface Example {
  readonly does: string;
  readonly line: string;
}
