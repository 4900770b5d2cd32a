/** The checks of the API before an email is published: 19 rules, each with what it found. */
import type { Guardian, GuardianRule } from '../../../nouns/messages/operations.ts';
import { type Handler, ok, type Service } from '../../handler.ts';
import { type Tag, tagsOf, type Variable, variablesIn } from '../../lmx.ts';
import type { Parent } from './parents.ts';
import { findMessage, type Message, refuseUnreadable } from './record.ts';

interface Facts {
  readonly kind: Parent['kind'];
  readonly tags: readonly Tag[];
  readonly variables: readonly Variable[];
  readonly content: Message['content'];
}

interface Rule {
  readonly title: string;
  readonly severity: 'error' | 'warning';
  /** What is wrong, one label for each place. */
  readonly find: (facts: Facts) => readonly string[];
}

const used = (namespace: string, { variables }: Facts): readonly string[] =>
  variables.filter((variable) => variable.namespace === namespace).map(({ name }) => name);

const withTag = (name: string, { tags }: Facts): readonly Tag[] => tags.filter((tag) => tag.name === name);

const hrefs = (name: string, facts: Facts): readonly string[] =>
  withTag(name, facts).flatMap(({ attributes }) => attributes.get('href') || []);

const missing = (name: string) => (facts: Facts) =>
  withTag(name, facts).flatMap(({ attributes }, index) => (attributes.get('href') ? [] : [`${name} ${index + 1}`]));

const isAddress = (href: string): boolean => /^[^@\s:/]+@[^@\s]+$/.test(href);
const isValid = (href: string): boolean => /^(https?:\/\/|mailto:|tel:)\S+$|^\{[^{}]+\}/.test(href);

const invalid = (name: string) => (facts: Facts) =>
  hrefs(name, facts).filter((href) => !isAddress(href) && !isValid(href));
const shortened = (name: string) => (facts: Facts) =>
  hrefs(name, facts).filter((href) => /^(https?:\/\/)?youtu\.be\//.test(href));
const withoutMailto = (name: string) => (facts: Facts) => hrefs(name, facts).filter(isAddress);

const RULES: Readonly<Record<string, Rule>> = {
  unsupportedContactProperties: {
    title: 'Contact properties are not supported',
    severity: 'error',
    find: (facts) => (facts.kind === 'transactional' ? used('contact', facts) : []),
  },
  missingFallbackContactProperties: {
    title: 'Contact properties without a fallback',
    severity: 'warning',
    find: (facts) =>
      facts.kind === 'transactional'
        ? []
        : used('contact', facts).filter(
            (name) => name !== 'email' && facts.content.contactPropertiesFallbacks?.[name] === undefined,
          ),
  },
  unsupportedEventProperties: {
    title: 'Event properties are not supported',
    severity: 'error',
    find: (facts) => (facts.kind === 'workflow' ? [] : used('event', facts)),
  },
  missingFallbackEventProperties: {
    title: 'Event properties without a fallback',
    severity: 'warning',
    find: (facts) =>
      facts.kind === 'workflow'
        ? used('event', facts).filter((name) => facts.content.eventPropertiesFallbacks?.[name] === undefined)
        : [],
  },
  unsupportedDataVariables: {
    title: 'Data variables are not supported',
    severity: 'error',
    find: (facts) => (facts.kind === 'transactional' ? [] : used('data', facts)),
  },
  invalidCustomDataVariables: {
    title: 'Data variables with an invalid name',
    severity: 'error',
    find: (facts) => used('data', facts).filter((name) => !/^[\w-]+(\[\]\.[\w-]+)?$/.test(name)),
  },
  missingRequiredDataVariables: {
    title: 'Required data variables are missing',
    severity: 'error',
    // An email with this subject replaces one that the service sends itself.
    find: (facts) =>
      facts.content.subject.startsWith('System: ') && !used('data', facts).includes('confirmationUrl')
        ? ['confirmationUrl']
        : [],
  },
  missingButtonHrefs: { title: 'Buttons without a link', severity: 'error', find: missing('Button') },
  missingLinkHrefs: { title: 'Links without a target', severity: 'error', find: missing('Link') },
  invalidButtonHrefs: { title: 'Buttons with an invalid link', severity: 'error', find: invalid('Button') },
  invalidLinkHrefs: { title: 'Invalid links', severity: 'error', find: invalid('Link') },
  shortenedYouTubeButtonHrefs: { title: 'Shortened YouTube links', severity: 'warning', find: shortened('Button') },
  shortenedYouTubeLinkHrefs: { title: 'Shortened YouTube links', severity: 'warning', find: shortened('Link') },
  shortenedYouTubeImageHrefs: { title: 'Shortened YouTube links', severity: 'warning', find: shortened('Image') },
  emailWithoutMailtoButtonHrefs: {
    title: 'Addresses without mailto:',
    severity: 'warning',
    find: withoutMailto('Button'),
  },
  emailWithoutMailtoLinkHrefs: { title: 'Addresses without mailto:', severity: 'warning', find: withoutMailto('Link') },
  emailWithoutMailtoImageHrefs: {
    title: 'Addresses without mailto:',
    severity: 'warning',
    find: withoutMailto('Image'),
  },
  bareArrayNodes: {
    title: 'Array fields outside an array block',
    severity: 'error',
    find: (facts) =>
      withTag('For', facts).length > 0 ? [] : used('data', facts).filter((name) => name.includes('[]')),
  },
  missingSocialIconHrefs: { title: 'Icons without a link', severity: 'warning', find: missing('Icon') },
};

/** Only with the variant. */
const NEW_RULE: Rule = { title: 'Text is hard to read', severity: 'error', find: ({ content }) => [content.subject] };

export const GUARDIAN_RULES: readonly string[] = Object.keys(RULES);

function severityOf({ severity }: Rule, { variants }: Service): Rule['severity'] {
  if (variants.guardianErrors === 'documented') return severity;
  return variants.guardianErrors === 'all' ? 'error' : 'warning';
}

function guardianOf({ parent, content }: Message, service: Service): Guardian {
  const { subject, previewText, fromName, lmx } = content;
  const text = [subject, previewText, fromName, lmx].join('\n');
  const facts: Facts = { kind: parent.kind, content, tags: tagsOf(lmx), variables: variablesIn(text) };
  const rules = { ...RULES, ...(service.variants.newGuardianRule ? { unreadableText: NEW_RULE } : {}) };
  const found = Object.entries(rules).flatMap(([rule, definition]) => {
    const labels = definition.find(facts);
    if (labels.length === 0) return [];
    const shown: GuardianRule = {
      rule,
      title: definition.title,
      description: `${definition.title}: ${labels.join(', ')}.`,
      items: labels.map((label) => ({ label })),
    };
    return [{ severity: severityOf(definition, service), shown }];
  });
  const of = (wanted: Rule['severity']) =>
    found.filter(({ severity }) => severity === wanted).map(({ shown }) => shown);
  return { errors: of('error'), warnings: of('warning') };
}

export const getGuardian: Handler = async ({ service, parameter }) => {
  const message = findMessage(await service.store.read(), parameter('emailMessageId'));
  refuseUnreadable(message);
  return ok(guardianOf(message, service));
};
