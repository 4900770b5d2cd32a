/** The theme that an email names in its content. */
import { attributeOf, descendants, type LmxDocument } from '../../lmx/tree.ts';

export function themeIdIn({ children }: LmxDocument): string | undefined {
  for (const one of descendants(children)) {
    const id = one.name === 'Style' ? attributeOf(one, 'themeId') : undefined;
    if (id) return id;
  }
  return undefined;
}
