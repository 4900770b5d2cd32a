/** Checks a document against all rules, in one walk over its tree. */
import { stylesOf } from '../computed-styles.ts';
import { positionsIn } from '../position.ts';
import { type Element, elementsIn, type LmxDocument, type LmxNode } from '../tree.ts';
import { isUsedVariable, usedBraces } from '../used-variables.ts';
import type { AttributeKind, Edit, LintOptions, Report, Rule, Severity, Subject } from './rule.ts';
import { RULES } from './rules.ts';

export interface LmxFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly message: string;
  /** What to write instead. */
  readonly suggestion?: string;
  /** The only right replacement. */
  readonly edit?: Edit;
}

/** More than anybody reads: a document of 100 KB can have tens of thousands. */
const MAX_FINDINGS = 1000;

const documentRules = RULES.filter((rule) => rule.document !== undefined);
const textRules = RULES.filter((rule) => rule.text !== undefined);
const anyElementRules = RULES.filter((rule) => rule.element !== undefined && rule.tags === undefined);
const elementRules = new Map<string, readonly Rule[]>();
for (const name of new Set(RULES.flatMap(({ tags = [] }) => tags))) {
  elementRules.set(
    name,
    RULES.filter((rule) => rule.element !== undefined && (rule.tags === undefined || rule.tags.includes(name))),
  );
}

const attributeRules = new Map<AttributeKind, readonly Rule[]>();
for (const kind of new Set(RULES.flatMap(({ types = [] }) => types))) {
  attributeRules.set(
    kind,
    RULES.filter(({ types }) => types?.includes(kind)),
  );
}
const NO_RULES: readonly Rule[] = [];

interface Found {
  readonly start: number;
  readonly end: number;
  readonly finding: Omit<LmxFinding, 'line' | 'column' | 'endLine' | 'endColumn'>;
}

/** Findings in the order of the text. */
export function lint(document: LmxDocument, options: LintOptions = {}): readonly LmxFinding[] {
  const found: Found[] = [];
  let current: Rule | undefined;
  const report: Report = ({ start, end }, message, { suggestion, severity, isGuess, edit } = {}) => {
    if (current === undefined || found.length >= MAX_FINDINGS) return;
    const set = options.severities?.get(current.name);
    if (set === 'off') return;
    const own = severity ?? current.severity;
    const certain = own === 'error' && isGuess === true && options.strict !== true ? 'warning' : own;
    found.push({
      start,
      end,
      finding: {
        rule: current.name,
        severity: set ?? certain,
        message,
        ...(suggestion === undefined ? {} : { suggestion }),
        ...(edit === undefined ? {} : { edit }),
      },
    });
  };
  const braces = usedBraces(document);
  const subject: Subject = {
    document,
    blocks: elementsIn(document.children),
    options,
    braces,
    variables: braces.filter(isUsedVariable),
    styleOf: stylesOf(document, options.theme),
  };

  for (const rule of documentRules) {
    current = rule;
    rule.document?.(subject, report);
  }
  const visitAttributes = (element: Element): void => {
    for (const attribute of element.attributes.values()) {
      for (const rule of attributeRules.get(attribute.rule?.type.kind ?? 'unknown') ?? NO_RULES) {
        current = rule;
        rule.attribute?.(attribute, element, report);
      }
    }
  };
  const visit = (nodes: readonly LmxNode[], hasText: boolean): void => {
    for (const node of nodes) {
      if (node.kind === 'text') {
        if (!hasText) continue;
        for (const rule of textRules) {
          current = rule;
          rule.text?.(node, report, subject);
        }
      } else if (node.kind === 'element') {
        for (const rule of elementRules.get(node.name) ?? anyElementRules) {
          current = rule;
          rule.element?.(node, report, subject);
        }
        const { tag } = node;
        if (tag !== undefined && node.attributes.size > 0) visitAttributes(node);
        visit(node.children, tag?.content === 'inline' || tag?.content === 'text');
      }
    }
  };
  visit(document.children, false);
  return withPositions(document, found);
}

/** A hint about what is an error is left out. */
function withPositions(document: LmxDocument, found: Found[]): readonly LmxFinding[] {
  if (found.length === 0) return [];
  const positionOf = positionsIn(document.text);
  const wrong = new Set(found.filter(({ finding }) => finding.severity === 'error').map(({ start }) => start));
  const shown = found.filter(({ start, finding }) => finding.severity !== 'hint' || start === 0 || !wrong.has(start));
  shown.sort((one, other) => one.start - other.start || one.end - other.end);
  return shown.map(({ start, end, finding: { rule, severity, ...rest } }) => {
    const from = positionOf(start);
    const to = positionOf(end);
    return {
      rule,
      severity,
      line: from.line,
      column: from.column,
      endLine: to.line,
      endColumn: to.column,
      ...rest,
    };
  });
}
