/** Checks the emails and components that a push would write, before anything is sent. */
import { lint } from '../../lmx/lint/lint.ts';
import type { MailKind } from '../../lmx/lint/rule.ts';
import { parse } from '../../lmx/parse.ts';
import type { Content } from '../../project/content.ts';
import type { KindName } from '../../project/kinds/kind.ts';
import { pathsOf } from '../../project/layout.ts';
import { fallbacksOf } from '../messages/check/fallbacks.ts';
import type { Prepared } from './prepare.ts';
import type { ProjectFinding } from './schema.ts';

const MAIL_KINDS: Partial<Readonly<Record<KindName, MailKind>>> = {
  transactional: 'transactional',
  campaign: 'campaign',
  'workflow-email': 'workflow',
  component: 'component',
};

const text = (content: Content, field: string): string | undefined => {
  const value = content[field];
  return typeof value === 'string' ? value : undefined;
};

export function checkFiles({ changes, project }: Prepared): ProjectFinding[] {
  return changes.flatMap(({ kind, key, action, local }) => {
    const mail = MAIL_KINDS[kind.name];
    const path = pathsOf(kind, key).lmx;
    if (mail === undefined || path === undefined || local === undefined) return [];
    if (action !== 'create' && action !== 'update') return [];
    const { content } = local;
    const isEmail = mail !== 'component';
    const findings = lint(parse(text(content, 'lmx') ?? ''), {
      kind: mail,
      imageNames: true,
      ...(isEmail
        ? {
            fallbacks: fallbacksOf(content),
            subject: text(content, 'subject') ?? '',
            previewText: text(content, 'previewText') ?? '',
          }
        : {}),
    });
    return findings
      .filter(({ severity }) => severity === 'error')
      .map(({ line, column, severity, rule, message }) => ({
        file: project.directory.shown(path),
        line,
        column,
        severity,
        rule,
        message,
      }));
  });
}
