/** What commands for projects do first: open the files, list the account, and compare both. */
import type { Context } from '../../define/command.ts';
import { usage } from '../../errors.ts';
import { hashOf } from '../../project/content.ts';
import type { Choices } from '../../project/judge.ts';
import { KINDS } from '../../project/kinds/kinds.ts';
import { type Opening, openProject, type Project } from '../../project/open-project.ts';
import {
  type Change,
  localFields,
  planChanges,
  referencesOf,
  remoteFields,
  requestsOf,
  requireReferences,
  secondsOf,
} from '../../project/plan.ts';
import { groupBy, kindsIn, type Survey, survey } from '../../project/survey.ts';
import { checkApiKey } from '../api-key.ts';
import type { PlannedChange, ProjectPlan } from './schema.ts';

export const READ_CALLS = [
  checkApiKey,
  ...KINDS.flatMap(({ calls }) => calls.filter(({ effect }) => effect === 'read')),
];

export const WRITE_CALLS = [...new Set([checkApiKey, ...KINDS.flatMap(({ calls }) => calls)])];

export interface Prepared {
  readonly project: Project;
  readonly survey: Survey;
  readonly changes: readonly Change[];
}

export type ProjectInput = Opening & Choices;

export async function prepare(context: Context, input: ProjectInput): Promise<Prepared> {
  const both = input.ours.find((address) => input.theirs.includes(address));
  if (both !== undefined) throw usage(`${both} is named by both --ours and --theirs.`, 'Pass one of them.');
  const project = await openProject(context, input);
  const { tree, lock } = project;
  const surveyed = await survey(context, { tree, lock, kinds: kindsIn(tree, lock) });
  const changes = await planChanges(surveyed, input);
  requireReferences(changes, (address) => tree.locals.has(address) || surveyed.references.isKnown(address));
  return { project, survey: surveyed, changes };
}

type Users = ReadonlyMap<string, readonly { readonly user: Change }[]>;

/** The number of emails that use a record, directly or through a component. */
function emailsThatUse(address: string, users: Users): number {
  const found = new Set<Change>();
  const visit = (used: string): void => {
    for (const { user } of users.get(used) ?? []) {
      if (found.has(user)) continue;
      found.add(user);
      visit(user.address);
    }
  };
  visit(address);
  return [...found].filter(({ kind }) => kind.fields['subject'] !== undefined).length;
}

/** The records that refer to each address. */
const usersIn = (changes: readonly Change[]): Users =>
  groupBy(
    changes.flatMap((user) => [...referencesOf(user)].map((used) => ({ user, used }))),
    ({ used }) => used,
  );

const planned = (change: Change, users: Users): PlannedChange => {
  const { address, name, action, reason, fields, diff, kind, wanted, remote, pair: { failure } = {} } = change;
  const conflicts = [...fields].flatMap(([field, state]) => (state === 'conflict' ? [field] : []));
  const written = localFields(change);
  const cascades = action === 'update' && (kind.cascades?.(written) ?? false);
  return {
    key: address,
    name,
    action,
    ...(reason === undefined ? {} : { reason }),
    ...(failure === undefined ? {} : { error: { code: failure.code, message: failure.message } }),
    fields: [...written, ...conflicts],
    remoteFields: [...remoteFields(change)],
    cascades,
    ...(cascades ? { usedBy: emailsThatUse(address, users) } : {}),
    diff: [...diff],
    hash: hashOf([action, wanted, remote ?? null]),
  };
};

export function planOf({ project, changes }: Prepared): ProjectPlan {
  const { environment, team } = project;
  const requests = requestsOf(changes);
  const shown = changes.filter(({ action }) => action !== 'unchanged');
  const users = usersIn(changes);
  return {
    environment,
    team,
    changes: shown.map((change) => planned(change, users)),
    unchanged: changes.length - shown.length,
    requests,
    seconds: secondsOf(requests),
  };
}
