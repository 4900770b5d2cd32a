/** Rules about variables and array blocks. */
import type { AttributeRule } from '../attributes.ts';
import { tagOf } from '../tags.ts';
import { type Attribute, ancestors, attributeOf, type Element, type Span } from '../tree.ts';
import type { UsedVariable } from '../used-variables.ts';
import { bracesIn, type InvalidBraces, isVariable, type Namespace, onlyVariable } from '../variables.ts';
import { type MailKind, type Report, type Rule, type Subject, tagSpan, valueSpan } from './rule.ts';

const ALLOWED: Readonly<Record<Exclude<MailKind, 'component'>, readonly Namespace[]>> = {
  campaign: ['contact', 'system'],
  workflow: ['contact', 'event', 'system'],
  // Whether system variables exist there is not documented.
  transactional: ['data', 'system'],
};

const ARTICLES = { campaign: 'a campaign', workflow: 'a workflow', transactional: 'a transactional email' } as const;

/** Has a fallback by nature: every contact has an email address. */
const NEVER_MISSING = ['email'];
/** In the list of default properties, and without a tag in the editor. */
const DOUBTFUL = ['subscribed'];

const usualNamespace = (kind: MailKind | undefined): Namespace => (kind === 'transactional' ? 'data' : 'contact');

function reportInvalid(braces: InvalidBraces, report: Report, { options }: Subject): void {
  const { start, end, raw, why, name, namespace } = braces;
  if (name === undefined) {
    if (raw.startsWith('{{')) return;
    const message = 'A brace starts no variable, and Loops may refuse it.';
    report({ start, end: start + 1 }, message, { suggestion: '&#123;', isGuess: true });
    return;
  }
  const suggestion = name === '' ? undefined : `{${namespace ?? usualNamespace(options.kind)}.${name}}`;
  const isOnlySpaced = suggestion !== undefined && raw.replace(/\s/g, '') === suggestion;
  const edit = isOnlySpaced ? { start, end, text: suggestion } : undefined;
  report({ start, end }, `${raw} ${why}.`, { suggestion, edit });
}

const ruleOf = (element: Element, attribute: string): AttributeRule | undefined => {
  const attributes = tagOf(element.name)?.attributes;
  return attributes !== undefined && Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined;
};

const rawOf = ({ document }: Subject, { valueStart, valueEnd }: Attribute): string =>
  document.text.slice(valueStart, valueEnd);

const spanOf = ({ variable }: UsedVariable): Span => ({ start: variable.start, end: variable.end });

const isCondition = ({ attribute }: UsedVariable): boolean => attribute?.name === 'if';

/** The For block that lists the items of an array. */
function isInsideFor({ element, variable }: UsedVariable): boolean {
  if (element.name === 'For') return true;
  for (const outer of ancestors(element)) {
    if (outer.name !== 'For') continue;
    const array = onlyVariable(attributeOf(outer, 'variable') ?? '');
    if (array === undefined || array.name === variable.name) return true;
  }
  return false;
}

export const variableRules: readonly Rule[] = [
  {
    name: 'variable-syntax',
    severity: 'error',
    why: 'A variable is a namespace and a name without spaces: {contact.firstName}.',
    fix: 'Write the variable in this form. Fallbacks belong to the email message.',
    text: ({ raw, start }, report, subject) => {
      for (const braces of bracesIn(raw, start)) if (!isVariable(braces)) reportInvalid(braces, report, subject);
    },
    element: (element, report, subject) => {
      for (const attribute of element.attributes.values()) {
        if (!attribute.value.includes('{') || ruleOf(element, attribute.name)?.variables !== 'any') continue;
        for (const braces of bracesIn(rawOf(subject, attribute), attribute.valueStart)) {
          if (!isVariable(braces)) reportInvalid(braces, report, subject);
        }
      }
    },
  },
  {
    name: 'variable-namespace',
    severity: 'error',
    why: 'Campaigns have contact variables, workflows also event variables, transactional emails only data variables.',
    fix: 'Use a variable of a namespace that the email has.',
    document: ({ variables, options: { kind } }, report) => {
      if (kind === undefined || kind === 'component') return;
      for (const used of variables) {
        const { namespace, raw } = used.variable;
        if (ALLOWED[kind].includes(namespace)) continue;
        report(spanOf(used), `${raw} does not exist in ${ARTICLES[kind]}: there are no ${namespace} variables.`);
      }
    },
  },
  {
    name: 'variable-place',
    severity: 'error',
    why: 'Some values must be the same for everybody.',
    fix: 'Write the value. For an image that varies, use dynamicSrc.',
    element: (element, report, subject) => {
      for (const attribute of element.attributes.values()) {
        if (!attribute.value.includes('{')) continue;
        const rule = ruleOf(element, attribute.name);
        if (rule === undefined || rule.variables !== undefined) continue;
        const found = bracesIn(rawOf(subject, attribute), attribute.valueStart);
        if (!found.some((braces) => isVariable(braces) || braces.name !== undefined)) continue;
        report(valueSpan(attribute), `${attribute.name} of ${element.name} cannot contain variables.`, {
          suggestion: attribute.name === 'src' ? 'an uploaded image in src, and the variable in dynamicSrc' : undefined,
        });
      }
    },
  },
  {
    name: 'unknown-property',
    severity: 'warning',
    why: 'Loops knows a property after it was created or sent once.',
    fix: 'Correct the name, or create the property.',
    document: ({ variables, options: { known } }, report) => {
      for (const used of variables) {
        const { namespace, name, raw } = used.variable;
        const names = known?.[namespace];
        if (names !== undefined && !names.includes(name)) {
          report(spanOf(used), `${raw}: there is no ${namespace === 'event' ? 'event' : 'contact'} property ${name}.`);
        } else if (namespace === 'contact' && DOUBTFUL.includes(name)) {
          report(spanOf(used), `${raw} may have no value in emails.`);
        }
      }
    },
  },
  {
    name: 'fallback-missing',
    severity: 'warning',
    why: 'Without a fallback, a contact without the property gets an empty text.',
    fix: 'Add a fallback to the email message.',
    document: ({ variables, options: { fallbacks } }, report) => {
      if (fallbacks === undefined) return;
      for (const used of variables) {
        const { namespace, name, raw } = used.variable;
        if ((namespace !== 'contact' && namespace !== 'event') || isCondition(used)) continue;
        if (NEVER_MISSING.includes(name) || fallbacks[namespace]?.includes(name) === true) continue;
        report(spanOf(used), `${raw} has no fallback.`);
      }
    },
  },
  {
    name: 'array-block',
    severity: 'warning',
    why: 'The form of array blocks in LMX is not documented.',
    fix: 'Create array blocks in the editor of Loops, and keep what it writes.',
    tags: ['For'],
    element: (element, report) => report(tagSpan(element), 'Loops may not accept For: its form is not documented.'),
  },
  {
    name: 'bare-array',
    severity: 'warning',
    why: 'A field of an array has a value only inside its array block.',
    fix: 'Put the variable into the array block.',
    document: ({ variables }, report) => {
      for (const used of variables) {
        if (!used.variable.isArray || isInsideFor(used)) continue;
        report(spanOf(used), `${used.variable.raw} is a field of an array, outside its array block.`);
      }
    },
  },
];
