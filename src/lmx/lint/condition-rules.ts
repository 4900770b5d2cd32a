/** Rules about conditional sections. */
import { DEFAULT_OPERATION, OPERATION_SUGGESTIONS, OPERATIONS, operationOf } from '../conditions.ts';
import { nearest } from '../nearest.ts';
import { type Attribute, ancestors, type Element, type LmxDocument } from '../tree.ts';
import { onlyVariable } from '../variables.ts';
import { attributeSpan, type Report, type Rule, tagSpan, valueSpan } from './rule.ts';

const rawOf = ({ text }: LmxDocument, { valueStart, valueEnd }: Attribute): string => text.slice(valueStart, valueEnd);

const suggestedOperation = (name: string): string | undefined => {
  const lower = name.toLowerCase();
  return Object.hasOwn(OPERATION_SUGGESTIONS, lower)
    ? OPERATION_SUGGESTIONS[lower]
    : nearest(name, Object.keys(OPERATIONS));
};

const LOOKS_LIKE_VARIABLE = /^\{?\s{0,9}((?:contact|event|data)\.[A-Za-z0-9_-]+)\s{0,9}\}?$/;

function checkVariable(condition: Attribute, document: LmxDocument, report: Report): void {
  const raw = rawOf(document, condition);
  if (onlyVariable(raw) !== undefined) return;
  const name = LOOKS_LIKE_VARIABLE.exec(raw)?.[1];
  report(valueSpan(condition), 'The condition must be exactly one variable.', {
    suggestion: name === undefined ? undefined : `{${name}}`,
  });
}

function checkOperation(element: Element, condition: Attribute, document: LmxDocument, report: Report): void {
  const { attributes } = element;
  const named = attributes.get('ifOperation');
  const expected = attributes.get('ifValue');
  const operation = operationOf(named?.value ?? DEFAULT_OPERATION);
  if (operation === undefined) {
    if (named === undefined) return;
    const message = `Unknown operation ${JSON.stringify(named.value.slice(0, 40))}.`;
    report(valueSpan(named), message, { suggestion: suggestedOperation(named.value) });
    return;
  }
  if (!operation.needsValue) return;
  if (expected === undefined) {
    report(tagSpan(element), `The operation ${named?.value} needs ifValue.`, { suggestion: 'ifValue="…"' });
    return;
  }
  if (operation.isNumeric !== true || named === undefined) return;
  if (onlyVariable(rawOf(document, condition))?.namespace === 'data') {
    const message = `Data variables are text, so ${named.value} may be rejected.`;
    report(valueSpan(named), message, { severity: 'warning', suggestion: 'equal' });
  }
  if (expected.value.trim() === '' || Number.isNaN(Number(expected.value))) {
    report(valueSpan(expected), `${named.value} needs a number in ifValue.`, { isGuess: true });
  }
}

export const conditionRules: readonly Rule[] = [
  {
    name: 'condition',
    severity: 'error',
    why: 'A condition is one variable, an operation that exists, and a value where the operation needs one.',
    fix: 'Correct if, ifOperation and ifValue.',
    tags: ['Section'],
    element: (element, report, { document }) => {
      const condition = element.attributes.get('if');
      if (condition === undefined) return;
      checkVariable(condition, document, report);
      checkOperation(element, condition, document, report);
    },
  },
  {
    name: 'condition-false',
    severity: 'warning',
    why: 'The operation false matched nothing when people tried it.',
    fix: 'Compare with the text: ifOperation="equal" ifValue="false".',
    tags: ['Section'],
    element: ({ attributes }, report) => {
      const operation = attributes.get('ifOperation');
      if (operation?.value !== 'false' || !attributes.has('if')) return;
      const message = 'The operation false matches nothing, so the section is never shown.';
      const suggestion = 'ifOperation="equal" ifValue="false"';
      const edit = attributes.has('ifValue') ? undefined : { ...attributeSpan(operation), text: suggestion };
      report(valueSpan(operation), message, { suggestion, edit });
    },
  },
  {
    name: 'condition-ignored',
    severity: 'warning',
    why: 'ifOperation and ifValue have no effect without what they belong to.',
    fix: 'Add if, or remove the attribute.',
    tags: ['Section'],
    element: ({ attributes }, report) => {
      const operation = attributes.get('ifOperation');
      const expected = attributes.get('ifValue');
      if (!attributes.has('if')) {
        const first = operation ?? expected;
        if (first !== undefined) report(attributeSpan(first), `${first.name} is ignored without if.`);
        return;
      }
      if (expected === undefined) return;
      const name = operation?.value ?? DEFAULT_OPERATION;
      if (operationOf(name)?.needsValue === false) {
        report(attributeSpan(expected), `ifValue is ignored by the operation ${name}.`);
      }
    },
  },
  {
    name: 'condition-nested',
    severity: 'warning',
    why: 'A condition inside a section with a condition hid the whole outer section.',
    fix: 'Move the inner section out.',
    tags: ['Section'],
    element: (element, report) => {
      if (!element.attributes.has('if')) return;
      for (const outer of ancestors(element)) {
        if (outer.name !== 'Section' || !outer.attributes.has('if')) continue;
        report(tagSpan(element), 'A condition inside a section with a condition may hide the whole outer section.');
        return;
      }
    },
  },
];
