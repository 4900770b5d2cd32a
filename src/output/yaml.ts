/** YAML, in a module of its own because few runs load it. */
import { Document, Scalar, visit } from 'yaml';
import { escapeJson } from '../text/escape.ts';

export function toYaml(value: unknown): string {
  const document = new Document(value, { compat: 'yaml-1.1' });
  // A double-quoted scalar is the only kind that can hold an escape; the others would print what they hold.
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'string' && needsEscape(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return escapeJson(document.toString({ lineWidth: 0 }));
}

const needsEscape = (text: string): boolean => escapeJson(text) !== text;
