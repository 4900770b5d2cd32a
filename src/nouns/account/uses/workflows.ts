/** What the nodes of workflows refer to. */
import * as z from 'zod';
import type { Context } from '../../../define/command.ts';
import { isRecord, textOf } from '../../../define/json.ts';
import { NO_NAMES, type RecordNames } from '../../../define/names.ts';
import { Failure } from '../../../errors.ts';
import { readable } from '../../readable.ts';
import { sentenceOf } from '../../workflow/node-types.ts';
import { getWorkflow, getWorkflowNode, listWorkflows } from '../../workflow/operations.ts';
import type { Target, TargetType } from './targets.ts';

export const WORKFLOW_CALLS = [listWorkflows, getWorkflow, getWorkflowNode] as const;

/** The field of a node that may refer to a target, by the type of the node. */
const FIELDS: Readonly<Record<TargetType, Readonly<Record<string, string>>>> = {
  theme: { SendEmailAction: 'emailMessageId' },
  component: { SendEmailAction: 'emailMessageId' },
  segment: { AudienceFilter: 'audienceSegmentId' },
  list: { AddToListTrigger: 'mailingListId' },
  event: { EventTrigger: 'eventName' },
  property: {
    SendEmailAction: 'emailMessageId',
    AudienceFilter: 'audienceFilter',
    ContactPropertyTrigger: 'contactPropertyQuery',
  },
};

export interface ListedWorkflow {
  readonly id: string;
  readonly name: string;
  readonly updatedAt: string;
}

export interface NodeValue {
  readonly nodeId: string;
  /** What the node does, as a sentence. */
  readonly words: string;
  readonly isEmail: boolean;
  readonly value: unknown;
}

export interface ReadWorkflow {
  readonly status: string;
  readonly mailingListId: unknown;
  readonly values: readonly NodeValue[];
}

const Node = z.looseObject({ typeName: z.string() });

/** The graph of a workflow with the fields that may refer to a target. The summary of a node may lack its settings. */
export async function readWorkflow(context: Context, id: string, { type, ...target }: Target): Promise<ReadWorkflow> {
  const workflow: unknown = await context.call(getWorkflow, { id });
  const { nodes, status, mailingListId } = isRecord(workflow) ? workflow : {};
  if (!isRecord(nodes)) {
    throw new Failure('unexpected_response', `The API response for workflow ${id} has no nodes.`);
  }
  const names: RecordNames = { ...NO_NAMES, of: (one) => (one === target.id ? target.name : undefined) };
  const values: NodeValue[] = [];
  for (const [nodeId, node] of Object.entries(nodes)) {
    const { typeName } = readable(Node, node, `node ${nodeId}`);
    const field = Object.hasOwn(FIELDS[type], typeName) ? FIELDS[type][typeName] : undefined;
    if (field === undefined || !isRecord(node)) continue;
    const isComplete = node[field] !== undefined;
    const fields: unknown = isComplete ? node : await context.call(getWorkflowNode, { id, nodeId });
    const settings = isRecord(fields) ? fields : {};
    values.push({
      nodeId,
      words: sentenceOf({ typeName, fields: settings }, names),
      isEmail: typeName === 'SendEmailAction',
      value: settings[field],
    });
  }
  return { status: textOf(status), mailingListId, values };
}
