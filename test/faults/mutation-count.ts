/** How many mutated answers each operation gets. */
export const MUTATIONS = 1_000;
