/** `messages open`: shows an email in the browser, about as people will get it. */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type Context, command } from '../../../define/command.ts';
import { isRecord } from '../../../define/json.ts';
import { Failure, usage } from '../../../errors.ts';
import { MAIL_KINDS } from '../../../lmx/lint/rule.ts';
import { parse } from '../../../lmx/parse.ts';
import { attributeOf, descendants, type LmxDocument } from '../../../lmx/tree.ts';
import { reasonForNoBrowser } from '../../../runtime/browser.ts';
import { isFileName } from '../../../runtime/files.ts';
import { parseJson } from '../../../runtime/parse-json.ts';
import { getComponent } from '../../components/operations.ts';
import { idOrFile } from '../../ids.ts';
import { getTheme } from '../../themes/operations.ts';
import type { ToolContext } from '../../tool-context.ts';
import { fallbacksOf } from '../check/fallbacks.ts';
import { FALLBACK_MAPS } from '../operations.ts';
import { emailInput, oneWanted, openSource, readText, SOURCE_CALLS, type Source } from '../sources.ts';
import { themeIdIn } from '../theme-id.ts';
import { readValues, type Values } from '../vars/list.ts';
import { emailPage } from './page.ts';
import { type PageServer, reloadScript, servePage } from './server.ts';

const input = z.object({
  ...emailInput,
  data: z
    .string()
    .min(1)
    .optional()
    .describe('values of variables, as JSON or a file (default: made from their names)')
    .meta({ placeholder: 'json' }),
  theme: idOrFile('theme').optional().describe('the theme: ID, name, or file saved with `themes show --json`'),
  kind: z.enum(MAIL_KINDS).optional().describe('what a file is part of (default: from its directory)'),
  images: z.boolean().default(false).describe('load images at once (default: when they are switched on in the page)'),
  out: z
    .string()
    .min(1)
    .optional()
    .describe('write the page to this file instead of opening it')
    .meta({ placeholder: 'file' }),
  watch: z.boolean().default(false).describe('serve the page on this machine, and reload it when the file is saved'),
  port: z.number().int().min(0).max(65_535).default(0).describe('port for --watch; 0 for any free port'),
});
type Input = z.output<typeof input>;

/** What a page needs besides the email itself; read once. */
interface Surroundings {
  readonly values: Values | undefined;
  readonly theme: Readonly<Record<string, unknown>> | undefined;
  readonly components: ReadonlyMap<string, LmxDocument>;
  readonly remarks: readonly string[];
}

async function readTheme(context: Context, theme: string): Promise<Readonly<Record<string, unknown>>> {
  if (!isFileName(theme)) return (await context.call(getTheme, { id: theme })).styles;
  const hint = 'Save a theme with `loopsctl themes show <id> --json`.';
  const value = parseJson(await readText(context, theme), theme, hint);
  const styles = isRecord(value) ? (value['styles'] ?? value) : undefined;
  if (!isRecord(styles)) throw usage(`${theme} is not a theme.`, hint);
  return styles;
}

/** A page without its theme or components is still useful; the page says what is missing. */
async function surroundingsOf(context: Context, { lmx }: Source, typed: Input, isFile: boolean): Promise<Surroundings> {
  const values = typed.data === undefined ? undefined : await readValues(context, typed.data, 'data');
  const remarks: string[] = [];
  const document = parse(lmx);
  const elements = [...descendants(document.children)];
  const themeId = themeIdIn(document);
  let theme: Surroundings['theme'];
  if (typed.theme !== undefined) theme = await readTheme(context, typed.theme);
  else if (themeId !== undefined && !isFile)
    theme = await optional(context.call(getTheme, { id: themeId }).then(({ styles }) => styles));
  if (theme === undefined)
    remarks.push(
      themeId === undefined
        ? 'Without a theme, default styles are shown.'
        : `The theme ${themeId} is not shown; pass --theme.`,
    );
  const ids = new Set(
    elements.flatMap((one) =>
      one.name === 'Component' && one.children.length === 0 ? (attributeOf(one, 'componentId') ?? []) : [],
    ),
  );
  const components = new Map<string, LmxDocument>();
  if (!isFile) {
    for (const id of [...ids].slice(0, 20)) {
      const found = await optional(context.call(getComponent, { componentId: id }));
      if (found !== undefined) components.set(id, parse(found.lmx));
    }
  }
  const missing = [...ids].filter((id) => !components.has(id));
  if (missing.length > 0) remarks.push(`Components are shown as boxes: ${missing.join(', ')}.`);
  return { values, theme, components, remarks };
}

const optional = async <Value>(value: Promise<Value>): Promise<Value | undefined> =>
  value.catch((error: unknown) => {
    if (error instanceof Failure && ['not_found', 'area_disabled', 'rejected'].includes(error.code)) return undefined;
    throw error;
  });

async function pageOf(source: Source, typed: Input, surroundings: Surroundings, script?: string): Promise<string> {
  const { message, lmx } = source;
  const { values, theme, components, remarks } = surroundings;
  const fallbacks = Object.fromEntries(
    Object.entries(FALLBACK_MAPS).map(([namespace, field]) => [namespace, message?.[field] ?? {}]),
  );
  return emailPage({
    source: source.source,
    lmx,
    message,
    remarks,
    script,
    lintOptions: {
      kind: typed.kind ?? source.kind,
      theme,
      ...(message === undefined
        ? {}
        : { fallbacks: fallbacksOf(message), subject: message.subject, previewText: message.previewText }),
    },
    preview: { values, fallbacks, theme, components, images: typed.images },
  });
}

async function openOnce(context: Context, typed: Input) {
  const wanted = oneWanted(typed);
  const source = await openSource(context, wanted, typed.published);
  const html = await pageOf(source, typed, await surroundingsOf(context, source, typed, wanted.type === 'file'));
  if (typed.out === undefined) return { source: source.source, html };
  await context.files.replace(typed.out, html);
  return { source: source.source, file: typed.out };
}

/** Serves the page until the run is stopped. Every request reads the file again. */
async function* watch(context: ToolContext, typed: Input) {
  const { runtime, signal } = context;
  const wanted = oneWanted(typed);
  if (wanted.type !== 'file' || wanted.name === '-') throw usage('--watch needs a file.', 'Omit --watch.');
  if (typed.out !== undefined) throw usage("--watch can't be combined with --out.", 'Pass one of them.');
  const release = runtime.catchSignals();
  let server: PageServer | undefined;
  try {
    const surroundings = await surroundingsOf(context, await openSource(context, wanted), typed, true);
    server = await servePage(typed.port, async () => {
      const source = await openSource(context, wanted);
      const version = createHash('sha256').update(source.lmx).digest('hex').slice(0, 16);
      return { version, html: await pageOf(source, typed, surroundings, reloadScript(version)) };
    });
    if (reasonForNoBrowser(runtime) === undefined) {
      await runtime.open(server.url).catch(() => context.warn('Could not start a browser.'));
    }
    yield [{ source: wanted.name, url: server.url }];
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      throw usage(`Port ${typed.port} is in use.`, 'Choose another port, or 0 for any free port.');
    }
    throw error;
  } finally {
    await server?.close();
    release();
  }
}

const Opened = z.object({
  source: z.string(),
  html: z.string().optional().describe('the page'),
  file: z.string().optional().describe('with --out'),
  url: z.string().optional().describe('with --watch'),
});
type Opened = z.infer<typeof Opened>;

export const openCommand = command({
  notes: [
    'The page is an approximation: Loops renders emails itself, and email clients differ. It is one file without scripts and loads nothing but images, and those only from the hosts in the email: when they are switched on in the page, or immediately with --images. It shows the email for desktops and phones, light and dark, as plain text, the line of the inbox, what `messages check` finds, and which sections are hidden and why.',
    'A file is shown without any request, unless --theme names a theme of the account. For messages of the account, the theme and components are fetched.',
    'With --watch the page is served on 127.0.0.1, at an address with a secret token, until Ctrl-C.',
  ].join('\n\n'),
  input,
  positionals: ['message'],
  calls: [...SOURCE_CALLS, getTheme],
  output: Opened,
  examples: [
    { does: 'A file, as a page for a pull request', line: 'messages open welcome.lmx --out welcome.html' },
    { does: 'The draft of a transactional email', line: 'messages open "Password reset"' },
    {
      does: 'With values',
      line: 'messages open welcome.lmx --data \'{"contact": {"firstName": "Ada"}}\' --theme "Calm Lavender"',
    },
    { does: 'While you write', line: 'messages open welcome.lmx --watch' },
  ],
  run: (context: ToolContext, typed) => (typed.watch ? watch(context, typed) : openOnce(context, typed)),
  view: ({ out, watch }) => {
    if (watch)
      return {
        kind: 'lines',
        line: (item) => `Serving ${(item as Opened).source} at ${(item as Opened).url}. Ctrl-C stops it.`,
      };
    if (out !== undefined) return { kind: 'drawing', draw: (value) => `Wrote ${(value as Opened).file}.` };
    return { kind: 'text', text: (value) => (value as Opened).html ?? '', exact: true, openAs: 'email.html' };
  },
});
