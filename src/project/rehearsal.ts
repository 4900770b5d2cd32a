/** A push without the API: every request that changes something, in order, with placeholders for what the API would return. */
import type { Context } from '../define/command.ts';
import { isReading } from '../define/effect.ts';
import { type Fields, isRecord } from '../define/json.ts';
import type { Operation } from '../define/operation.ts';
import { Failure } from '../errors.ts';
import { publishTransactional } from '../nouns/transactional/operations.ts';
import { workflowOf } from './kinds/workflow-nodes.ts';
import type { Change } from './plan.ts';
import { isPublishable } from './publish.ts';
import { pushChanges } from './push.ts';
import type { PushRun } from './write-record.ts';

export type Send = (operation: Operation, input: Fields) => Promise<void>;

/** What later requests of the same record need of a response. */
const BLANK_WORKFLOW = workflowOf({ trigger: { type: 'BlankTrigger', next: 'exit' }, exit: { type: 'ExitAction' } });
const PLACEHOLDERS = {
  ...BLANK_WORKFLOW,
  styles: {},
  lmx: '',
  contentRevisionId: '<revision>',
  emailMessageId: '<email message>',
  emailMessageContentRevisionId: '<revision>',
  publishedEmailMessageId: null,
};

/** Records of the account by ID, as the kinds keep them. */
function recordsOf(changes: readonly Change[]): ReadonlyMap<string, Fields> {
  return new Map(
    changes.flatMap(({ pair }): [string, Fields][] => {
      const record = pair?.found?.record;
      if (!isRecord(record)) return [];
      return [[pair?.found?.id ?? '', isRecord(record['fields']) ? record['fields'] : record]];
    }),
  );
}

/** Rejects with the first failure of `send`. Nothing else is sent, and no file is written. */
export async function rehearse(run: PushRun, changes: readonly Change[], publish: boolean, send: Send): Promise<void> {
  const records = recordsOf(changes);
  let refused: unknown;
  const attempt: Send = async (operation, input) => {
    if (refused !== undefined || isReading(operation.effect)) return;
    await send(operation, input).catch((error: unknown) => {
      refused = error;
    });
  };
  const call = async (operation: Operation, input: Fields) => {
    await attempt(operation, input);
    const known: Fields | undefined = Object.values(input)
      .map((value) => records.get(String(value)))
      .find(Boolean);
    const id = known?.['id'] ?? `<${String(input['name'] ?? 'record')}>`;
    const draft = known?.['draftEmailMessageId'] ?? '<draft>';
    const revision = known?.['draftEmailMessageContentRevisionId'] ?? '<revision>';
    const drafts = { draftEmailMessageId: draft, draftEmailMessageContentRevisionId: revision };
    // A draft that does not exist yet is created by the next request.
    const shown = isDraftless(operation, known) ? { draftEmailMessageId: null } : drafts;
    return { ...PLACEHOLDERS, ...known, ...input, ...shown, id };
  };
  const upload = () => Promise.reject(new Failure('unexpected_response', 'An image is not uploaded in a rehearsal.'));
  const context = { ...run.context, isDryRun: true, call: call as Context['call'], upload };
  const lockFile = {
    ...run.project.lockFile,
    set: () => undefined,
    remove: () => undefined,
    save: async () => undefined,
  };
  const survey = { ...run.survey, references: run.survey.references.copy() };
  await pushChanges({ ...run, context, project: { ...run.project, lockFile }, survey, isRehearsal: true }, changes);
  for (const { address, pair } of publish ? changes.filter(isPublishable) : []) {
    await attempt(publishTransactional, { transactionalId: pair?.found?.id ?? `<${address}>` });
  }
  if (refused !== undefined) throw refused;
}

const isDraftless = ({ route }: Operation, known: Fields | undefined): boolean =>
  known?.['draftEmailMessageId'] === null && !route.endsWith('/draft');
