/** What the body of an email, its subject and a filter refer to. */
import * as z from 'zod';
import { isRecord } from '../../../define/json.ts';
import { listVariables } from '../../../lmx/list-variables.ts';
import { parse } from '../../../lmx/parse.ts';
import { attributeOf, descendants } from '../../../lmx/tree.ts';
import { withoutBodies } from '../../../project/component-bodies.ts';
import { FALLBACK_MAPS } from '../../messages/operations.ts';

export const References = z.object({
  themes: z.array(z.string()),
  components: z.array(z.string()),
  /** Keys of contact properties, without those that only components have. */
  properties: z.array(z.string()),
  hasBody: z.boolean(),
});
export type References = z.infer<typeof References>;

/** Bodies of components by their ID. */
export type Bodies = ReadonlyMap<string, string>;

const TEXTS = ['subject', 'previewText', 'fromName', 'fromEmail', 'replyToEmail', 'ccEmail', 'bccEmail'] as const;

/** `message` is an email message, or the LMX of a component alone. */
export function referencesIn(
  message: Readonly<Record<string, unknown>> & { readonly lmx: string },
  bodies: Bodies,
): References {
  const lmx = withoutBodies(message.lmx, bodies);
  const elements = [...descendants(parse(lmx).children)];
  const idsOf = (tag: string, attribute: string): string[] => [
    ...new Set(elements.flatMap((one) => (one.name === tag ? (attributeOf(one, attribute) ?? []) : []))),
  ];
  const texts = TEXTS.flatMap((name) => (typeof message[name] === 'string' ? [[name, message[name]]] : []));
  const variables = listVariables(lmx, Object.fromEntries(texts));
  const fallbacks = message[FALLBACK_MAPS.contact];
  const properties = variables.flatMap(({ namespace, name }) => (namespace === 'contact' ? name : []));
  return {
    themes: idsOf('Style', 'themeId'),
    components: idsOf('Component', 'componentId'),
    properties: [...new Set([...properties, ...(isRecord(fallbacks) ? Object.keys(fallbacks) : [])])],
    hasBody: lmx.trim() !== '',
  };
}

/** The keys of properties in the conditions of a filter. */
export function propertiesOf(filter: unknown): readonly string[] {
  if (!isRecord(filter) || !Array.isArray(filter['conditions'])) return [];
  const conditions: readonly unknown[] = filter['conditions'];
  return conditions.flatMap((condition) =>
    isRecord(condition) && condition['type'] === 'property' && typeof condition['key'] === 'string'
      ? condition['key']
      : [],
  );
}

/** Which components a component contains, by ID, with the properties that it uses. */
export class Components {
  readonly #references: ReadonlyMap<string, References>;
  readonly #names: ReadonlyMap<string, string>;

  constructor(components: readonly { readonly id: string; readonly name: string; readonly lmx: string }[]) {
    const bodies = new Map(components.map(({ id, lmx }) => [id, lmx]));
    this.#references = new Map(components.map(({ id, lmx }) => [id, referencesIn({ lmx }, bodies)]));
    this.#names = new Map(components.map(({ id, name }) => [id, name]));
  }

  /** The name of the first of these components that has what is looked for, in itself or in one that it contains. */
  through(ids: readonly string[], has: (references: References, id: string) => boolean): string | undefined {
    const seen = new Set<string>();
    const contains = (id: string): boolean => {
      if (seen.has(id)) return false;
      seen.add(id);
      const references = this.#references.get(id);
      return references !== undefined && (has(references, id) || references.components.some(contains));
    };
    const found = ids.find(contains);
    return found === undefined ? undefined : (this.#names.get(found) ?? found);
  }
}
