/** Rules about variables and array blocks. */
import { type Attribute, ancestors, attributeOf, type Element, type Span } from '../tree.ts';
import type { UsedVariable } from '../used-variables.ts';
import { type InvalidBraces, isVariable, type Namespace, onlyVariable } from '../variables.ts';
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
    const message = 'A brace starts no variable, and Loops may reject it.';
    report({ start, end: start + 1 }, message, { suggestion: '&#123;', isGuess: true });
    return;
  }
  const suggestion = name === '' ? undefined : `{${namespace ?? usualNamespace(options.kind)}.${name}}`;
  const isOnlySpaced = suggestion !== undefined && raw.replace(/\s/g, '') === suggestion;
  const edit = isOnlySpaced ? { start, end, text: suggestion } : undefined;
  report({ start, end }, `${raw} ${why}.`, { suggestion, edit });
}

const hasText = ({ tag }: Element): boolean => tag?.content === 'inline' || tag?.content === 'text';

const spanOf = ({ braces: { start, end } }: UsedVariable): Span => ({ start, end });

const isCondition = ({ attribute }: UsedVariable): boolean => attribute?.name === 'if';

/** The For block that lists the items of an array. */
function isInsideFor({ element, braces: variable }: UsedVariable): boolean {
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
    document: (subject, report) => {
      for (const { braces, element, attribute, rule } of subject.braces) {
        if (isVariable(braces)) continue;
        const mayHaveSome = attribute === undefined ? hasText(element) : rule?.variables === 'any';
        if (mayHaveSome) reportInvalid(braces, report, subject);
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
        const { namespace, raw } = used.braces;
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
    document: ({ braces: all }, report) => {
      let last: Attribute | undefined;
      for (const { braces, element, attribute, rule } of all) {
        if (attribute === undefined || attribute === last || rule?.variables !== undefined) continue;
        if (!isVariable(braces) && braces.name === undefined) continue;
        last = attribute;
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
        const { namespace, name, raw } = used.braces;
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
    why: 'Without a fallback, a contact without the property gets empty text.',
    fix: 'Add a fallback to the email message.',
    document: ({ variables, options: { fallbacks } }, report) => {
      if (fallbacks === undefined) return;
      for (const used of variables) {
        const { namespace, name, raw } = used.braces;
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
        if (!used.braces.isArray || isInsideFor(used)) continue;
        report(spanOf(used), `${used.braces.raw} is a field of an array, outside its array block.`);
      }
    },
  },
];
