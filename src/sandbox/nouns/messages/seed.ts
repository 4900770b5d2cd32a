/** The sample content of email messages, made from the name of the email and its variables. */
import type { EmailMessage } from '../../../nouns/messages/operations.ts';
import { seedId } from '../../identifiers.ts';
import { campaignMessageId, campaignMessages } from '../campaigns.seed.ts';
import { FOOTER, SIGNATURE, USES_BADGES } from '../components.seed.ts';
import { type MessageTopic, transactionalMessages } from '../transactional.seed.ts';
import type { Parent } from './parents.ts';
import { EMPTY, type SavedMessage } from './saved.ts';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const reference = (name: string): string => `<Component componentId="${seedId('component', name)}" />`;

const style = (theme: string): string => `<Style themeId="${seedId('theme', theme)}" />`;

const isLink = (variable: string): boolean => /url$|link$/i.test(variable);

/** `invoiceNumber` as `Invoice number`. */
const words = (variable: string): string => {
  const text = variable.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

function transactional({ name, dataVariables, isNewer }: MessageTopic): SavedMessage {
  const greeting = dataVariables.includes('firstName') ? ['<Paragraph>Hi {data.firstName},</Paragraph>'] : [];
  const facts = dataVariables
    .filter((variable) => variable !== 'firstName')
    .map((variable) =>
      isLink(variable)
        ? `<Button href="{data.${variable}}">${words(variable).replace(/ (url|link)$/, '')}</Button>`
        : `<Paragraph>${words(variable)}: <Strong>{data.${variable}}</Strong></Paragraph>`,
    );
  return {
    ...EMPTY,
    subject: isNewer ? `${name}: what to do next` : name,
    previewText: `About: ${name}`,
    lmx: [
      style('Brightwater'),
      `<H1>${escaped(name)}</H1>`,
      ...greeting,
      ...facts,
      ...(isNewer ? ['<Paragraph>Questions? Reply to this email.</Paragraph>'] : []),
      ...(USES_BADGES.includes(name) && !isNewer ? [reference('App store badges')] : []),
      reference(FOOTER),
    ].join('\n'),
  };
}

const campaign = (name: string): SavedMessage => ({
  ...EMPTY,
  subject: name,
  previewText: 'News from Brightwater',
  replyToEmail: 'news@brightwater.test',
  lmx: [
    style('Coral'),
    `<H1>${escaped(name)}</H1>`,
    '<Paragraph>Hi {contact.firstName},</Paragraph>',
    '<Paragraph>Here is what is new for your team.</Paragraph>',
    '<Button href="https://brightwater.test/news">Read more</Button>',
    ...(name === 'AI rota launch' ? [reference(SIGNATURE)] : []),
    reference(FOOTER),
  ].join('\n'),
  contactPropertiesFallbacks: { firstName: 'there' },
});

const workflow = (subject: string): SavedMessage => ({
  ...EMPTY,
  subject,
  previewText: 'From your team at Brightwater',
  lmx: [
    style('Brightwater'),
    `<H1>${escaped(subject)}</H1>`,
    '<Paragraph>Hi {contact.firstName},</Paragraph>',
    '<Paragraph>Three minutes are enough to get started.</Paragraph>',
    '<Button href="https://brightwater.test/start">Get started</Button>',
    reference(FOOTER),
  ].join('\n'),
  contactPropertiesFallbacks: { firstName: 'there' },
});

/** Messages that the API refuses to show as LMX, and one that was last saved before there were revisions. */
const SPECIAL: Readonly<Record<string, SavedMessage>> = {
  [campaignMessageId('Year in review 2025')]: { unreadable: 'mjml' },
  [seedId('published-message', 'Deliverability test')]: { unreadable: 'unparseable' },
  [campaignMessageId('Changelog digest 2')]: { contentRevisionId: null },
};

/** The content of a message that was never written. */
export function sampleContent(
  id: string,
  { kind, subject }: Parent,
): Omit<EmailMessage, 'id' | 'contentRevisionId' | 'updatedAt'> {
  const topic = transactionalMessages.get(id);
  const news = campaignMessages.get(id);
  const content =
    topic !== undefined
      ? transactional(topic)
      : news !== undefined
        ? campaign(news.name)
        : kind === 'workflow' && subject !== ''
          ? workflow(subject)
          : EMPTY;
  return { ...EMPTY, ...content, ...SPECIAL[id] };
}
