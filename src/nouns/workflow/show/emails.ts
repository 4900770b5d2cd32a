/** Fetches the content of the emails of a workflow, and the themes that they name. */
import type { Context } from '../../../define/command.ts';
import { valueAt } from '../../../define/json.ts';
import { getMessage } from '../../messages/operations.ts';
import { themeIdIn } from '../../messages/theme-id.ts';
import { getTheme } from '../../themes/operations.ts';
import { type FetchedEmails, fetchParts } from '../fetch.ts';

export const EMAIL_CALLS = [getMessage, getTheme] as const;

/** A theme that cannot be fetched is left out: the preview then has default styles. */
export async function fetchEmails(
  context: Context,
  nodes: ReadonlyArray<readonly [string, unknown]>,
): Promise<FetchedEmails> {
  const { values, errors } = await fetchParts(
    context,
    nodes.flatMap(([nodeId, node]) => {
      const emailMessageId = valueAt(node, 'emailMessageId');
      if (valueAt(node, 'typeName') !== 'SendEmailAction' || typeof emailMessageId !== 'string') return [];
      return [{ nodeId, part: 'email', fetch: () => context.call(getMessage, { emailMessageId }) }];
    }),
  );
  const { parse } = await import('../../../lmx/parse.ts');
  const themeOf = (lmx: unknown): string | undefined => (typeof lmx === 'string' ? themeIdIn(parse(lmx)) : undefined);
  const ids = [...new Set(values.flatMap(({ value }) => themeOf(valueAt(value, 'lmx')) ?? []))];
  const themes = await context.settle(ids, (id) => context.call(getTheme, { id }));
  const styles = themes.flatMap(({ item, value }) => (value === undefined ? [] : [[item, value.styles] as const]));
  return {
    byNode: values.map(({ nodeId, value }) => [nodeId, value]),
    errors,
    added: styles.length === 0 ? {} : { emailThemes: Object.fromEntries(styles) },
  };
}
