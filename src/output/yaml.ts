/** YAML. */
import { Document, Scalar, visit } from 'yaml';
import { escapeJson } from '../text/escape.ts';

export function toYaml(value: unknown): string {
  const document = new Document(value, { compat: 'yaml-1.1' });
  // Only a double-quoted scalar can contain escapes, and a block of blank lines loses its spaces.
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'string' && needsQuotes(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return escapeJson(document.toString({ lineWidth: 0 }));
}

const needsQuotes = (text: string): boolean => escapeJson(text) !== text || text.trim() === '';
