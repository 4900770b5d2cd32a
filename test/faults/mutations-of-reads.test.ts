/** Mutated responses to operations that read. */
import { testMutations } from './mutations.ts';

testMutations(({ route }) => route.startsWith('GET '));
