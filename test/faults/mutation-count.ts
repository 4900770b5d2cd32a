/** The number of mutated responses for each operation. */
export const MUTATIONS = 1_000;
