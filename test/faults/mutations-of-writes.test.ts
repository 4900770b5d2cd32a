/** Mutated responses to operations that write. */
import { testMutations } from './mutations.ts';

testMutations(({ route }) => !route.startsWith('GET '));
