/** Rules about links and the addresses of images. */
import { ALLOWED_SCHEMES, schemeOf } from '../links.ts';
import type { Attribute, Element } from '../tree.ts';
import { onlyVariable } from '../variables.ts';
import { type Rule, tagSpan, valueSpan } from './rule.ts';

const IMAGE_HOST = 'images.vialoops.com';

const DANGEROUS_SCHEMES = ['javascript', 'data', 'vbscript'];
const EMAIL_ADDRESS = /^[^\s@:/{}]{1,64}@[^\s@:/{}]{1,255}$/;
const DOMAIN = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}(?:[/?#]|$)/i;

const hrefOf = ({ attributes }: Element): Attribute | undefined => {
  const href = attributes.get('href');
  return href === undefined || href.value.trim() === '' ? undefined : href;
};

function hostOf(address: string): string | undefined {
  try {
    return new URL(address).hostname;
  } catch {
    return undefined;
  }
}

const isOnHost = (address: string, host: string): boolean => {
  try {
    const url = new URL(address);
    return url.protocol === 'https:' && url.host === host && url.username === '' && url.password === '';
  } catch {
    return false;
  }
};

const missing = (name: string, tag: string, why: string): Rule => ({
  name,
  severity: 'warning',
  why,
  fix: 'Add href.',
  tags: [tag],
  element: (element, report) => {
    if (hrefOf(element) === undefined)
      report(tagSpan(element), `${tag} has no link.`, { suggestion: 'href="https://…"' });
  },
});

export const linkRules: readonly Rule[] = [
  missing('link-missing', 'Button', 'A button without a link cannot be published.'),
  missing('icon-link-missing', 'Icon', 'An icon without a link does nothing.'),
  {
    name: 'link-invalid',
    severity: 'warning',
    why: 'A link leads to http, https, mailto or tel, or is one variable.',
    fix: 'Write the whole address.',
    attributes: ['href'],
    attribute: (href, element, report) => {
      const address = href.value.trim();
      if (address === '') return;
      const scheme = schemeOf(address);
      if (scheme !== undefined && DANGEROUS_SCHEMES.includes(scheme)) {
        report(valueSpan(href), `A link cannot start with ${scheme}:.`, { severity: 'error' });
        return;
      }
      if (scheme !== undefined && ALLOWED_SCHEMES.includes(scheme)) return;
      if (onlyVariable(address) !== undefined || EMAIL_ADDRESS.test(address)) return;
      if (element.name === 'Icon' && address.includes('{')) return;
      const suggestion = DOMAIN.test(address) ? `https://${address}` : undefined;
      report(valueSpan(href), 'The link does not start with http:, https:, mailto: or tel:.', { suggestion });
    },
  },
  {
    name: 'mailto',
    severity: 'warning',
    why: 'An email address opens the mail program only with mailto:.',
    fix: 'Put mailto: in front of the address.',
    attributes: ['href'],
    attribute: (href, _, report) => {
      if (!EMAIL_ADDRESS.test(href.value)) return;
      report(valueSpan(href), `${href.value} is an email address without mailto:.`, {
        suggestion: `mailto:${href.value}`,
        edit: { start: href.valueStart, end: href.valueStart, text: 'mailto:' },
      });
    },
  },
  {
    name: 'youtube-short',
    severity: 'warning',
    why: 'Spam filters distrust shortened links, and Loops flags youtu.be.',
    fix: 'Use the address on www.youtube.com.',
    attributes: ['href'],
    attribute: (href, _, report) => {
      // The values of variables are not known.
      if (href.value.includes('{') || !/youtu/i.test(href.value) || hostOf(href.value) !== 'youtu.be') return;
      const video = /^https?:\/\/youtu\.be\/([A-Za-z0-9_-]{1,20})$/.exec(href.value)?.[1];
      const suggestion = video === undefined ? undefined : `https://www.youtube.com/watch?v=${video}`;
      const edit =
        suggestion === undefined ? undefined : { start: href.valueStart, end: href.valueEnd, text: suggestion };
      report(valueSpan(href), 'The link is shortened with youtu.be.', { suggestion, edit });
    },
  },
  {
    name: 'link-broken',
    severity: 'error',
    why: 'The page of a link does not exist. Links are opened only with --links.',
    fix: 'Correct the link.',
    attributes: ['href'],
    attribute: (href, _, report, { options: { brokenLinks } }) => {
      const why = brokenLinks?.get(href.value.trim());
      if (why !== undefined) report(valueSpan(href), `The link is broken: ${why}.`);
    },
  },
  {
    name: 'image-host',
    severity: 'error',
    why: 'Loops sends images only from its own host.',
    fix: 'Upload the image, and use the address of the upload.',
    tags: ['Image'],
    attributes: ['src'],
    attribute: (src, _, report, { options: { imageHost = IMAGE_HOST, imageNames = false } }) => {
      if (src.value === '' || src.value.includes('{') || isOnHost(src.value, imageHost)) return;
      if (imageNames && /^image:./.test(src.value)) return;
      report(valueSpan(src), `The image is not on https://${imageHost}: it must be uploaded first.`);
    },
  },
];
