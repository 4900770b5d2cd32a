/** Previews of the emails of a workflow, as templates that the page shows with the node. */
import { isRecord, textOf, valueAt } from '../../../define/json.ts';
import { element, type Markup } from '../../../text/xml.ts';
import { FALLBACK_MAPS } from '../../messages/operations.ts';
import { EMAIL_STYLE } from '../../messages/preview-style.ts';
import { themeIdIn } from '../../messages/theme-id.ts';
import { EMAIL_STYLE_ID, emailTemplateId } from './page/data.ts';
import type { Picture } from './picture.ts';

/** Undefined where no email was fetched. All previews share a style, so that the policy of the page needs one hash. */
export async function emailTemplates(
  { nodes }: Picture,
  workflow: unknown,
): Promise<{ readonly style: string; readonly markup: Markup } | undefined> {
  const [{ parse }, { renderPreview }] = await Promise.all([
    import('../../../lmx/parse.ts'),
    import('../../../lmx/render/preview.ts'),
  ]);
  const templates: Markup[] = [];
  let style = EMAIL_STYLE;
  const [unescaped, themes] = [valueAt(workflow, 'nodes'), valueAt(workflow, 'emailThemes')];
  for (const { key, id } of nodes) {
    const message = isRecord(unescaped) && Object.hasOwn(unescaped, id) ? valueAt(unescaped[id], 'emailMessage') : null;
    const lmx = valueAt(message, 'lmx');
    if (typeof lmx !== 'string') continue;
    const document = parse(lmx);
    const themeId = themeIdIn(document);
    const theme = isRecord(themes) && themeId !== undefined && Object.hasOwn(themes, themeId) ? themes[themeId] : null;
    const { body, css } = renderPreview(document, {
      theme: isRecord(theme) ? theme : undefined,
      fallbacks: fallbacksOf(message),
      classPrefix: `m${templates.length}-`,
    });
    style += `\n${css}`;
    templates.push(
      element('template', { id: emailTemplateId(key) }, element('div', { class: 'email', lang: 'en' }, body)),
    );
  }
  if (templates.length === 0) return undefined;
  const shared = element('template', { id: EMAIL_STYLE_ID }, { markup: `<style>${style}</style>` });
  return { style, markup: { markup: [shared, ...templates].map(({ markup }) => markup).join('') } };
}

const fallbacksOf = (message: unknown): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(FALLBACK_MAPS).map(([namespace, field]) => {
      const map = valueAt(message, field);
      return [namespace, isRecord(map) ? map : {}];
    }),
  );

/** What an inbox shows of an email, besides its subject. */
export const senderFields = (message: unknown): ReadonlyArray<readonly [string, string]> =>
  (
    [
      ['Preview text', 'previewText'],
      ['From name', 'fromName'],
      ['From email', 'fromEmail'],
    ] as const
  ).flatMap(([label, field]) => {
    const text = textOf(valueAt(message, field));
    return text === '' ? [] : [[label, text] as const];
  });
