/** Results that are made when they are first needed, and then kept. */

/** Makes its result on the first call, and returns the same one from then on. */
export function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The same where callers bring the work: the first one makes the result. All of them must mean the same one. */
export function sharedOnce(): <Made>(make: () => Promise<Made>) => Promise<Made> {
  let made: Promise<unknown> | undefined;
  return <Made>(make: () => Promise<Made>) => {
    made ??= make();
    return made as Promise<Made>;
  };
}
