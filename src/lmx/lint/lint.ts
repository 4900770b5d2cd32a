/** Checks a document against all rules, in one walk over its tree. */
import type { AttributeRule, AttributeRules } from '../attributes.ts';
import { contrasts } from '../color.ts';
import { bodyBackgroundOf, stylesOf } from '../computed-styles.ts';
import { positionsIn } from '../position.ts';
import { TAGS } from '../tags.ts';
import { type Element, elementsIn, type LmxDocument, type LmxNode } from '../tree.ts';
import { isUsedVariable, usedBraces } from '../used-variables.ts';
import type { Edit, LintOptions, Report, Rule, Severity, Subject } from './rule.ts';
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
const unknownAttributeRules = RULES.filter(({ types }) => types?.includes('unknown'));

/** The rules for one tag. */
interface RulesOfTag {
  readonly element: readonly Rule[];
  readonly attributes: ReadonlyMap<string, readonly Rule[]>;
}

function rulesOf(name: string, attributes: AttributeRules = {}): RulesOfTag {
  const own = RULES.filter(({ tags }) => tags?.includes(name) !== false);
  const ofAttribute = ([attribute, { type }]: readonly [string, AttributeRule]) =>
    own.filter(({ attributes: names, types }) => names?.includes(attribute) || types?.includes(type.kind));
  return {
    element: own.filter(({ tags, element }) => tags !== undefined && element !== undefined),
    attributes: new Map(Object.entries(attributes).map((entry) => [entry[0], ofAttribute(entry)])),
  };
}

const rulesOfTags: ReadonlyMap<string, RulesOfTag> = new Map(
  Object.entries(TAGS).map(([name, { attributes }]) => [name, rulesOf(name, attributes)]),
);
const rulesOfUnknownTags = rulesOf('unknown');

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
  const styleOf = stylesOf(document, options.theme);
  const subject: Subject = {
    document,
    blocks: elementsIn(document.children),
    options,
    braces,
    variables: braces.filter(isUsedVariable),
    styleOf,
    contrastOf: contrasts(),
    bodyBackground: bodyBackgroundOf(styleOf),
  };

  for (const rule of documentRules) {
    current = rule;
    rule.document?.(subject, report);
  }
  const visitAttributes = (element: Element, rules: RulesOfTag): void => {
    for (const attribute of element.attributes.values()) {
      for (const rule of rules.attributes.get(attribute.name) ?? unknownAttributeRules) {
        current = rule;
        rule.attribute?.(attribute, element, report, subject);
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
        const rules = rulesOfTags.get(node.name) ?? rulesOfUnknownTags;
        for (const rule of rules.element) {
          current = rule;
          rule.element?.(node, report, subject);
        }
        const { tag } = node;
        if (tag !== undefined && node.attributes.size > 0) visitAttributes(node, rules);
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
