/** The shapes of a workflow and its twelve kinds of node, as the sandbox keeps them. */

export type WorkflowStatus = 'Draft' | 'Sending' | 'Paused' | 'PausedAndQueueing';

/** One condition on a contact; the three kinds are those of segments and of audience filters. */
export type Condition =
  | { type: 'property'; key: string; operator: string; value?: string | number | { from: string; to: string } }
  | { type: 'optIn'; status: 'accepted' | 'pending' | 'rejected' | null }
  | { type: 'activity'; action: 'sent' | 'opened' | 'clicked'; negate: boolean; target: ActivityTarget; id: string };

type ActivityTarget = 'campaign' | 'workflow' | 'workflowEmail';

export interface AudienceFilter {
  match: 'all' | 'any';
  conditions: Condition[];
}

/** A test on a contact property's new (`is`) or former (`was`) value. */
export interface Comparison {
  operator: string;
  value: string | number | boolean;
}

export interface EventProperty {
  name: string;
  type: 'string' | 'number' | 'boolean' | 'date';
}

/** What a node is, apart from its place in the graph. */
export type NodeContent =
  | { typeName: 'SignupTrigger' | 'BlankTrigger' | 'ExitAction' }
  | { typeName: 'EventTrigger'; eventName: string | null; eventProperties?: EventProperty[]; reEligible: boolean }
  | {
      typeName: 'ContactPropertyTrigger';
      contactPropertyQuery: { key: string; is: Comparison; was: Comparison } | null;
      reEligible: boolean;
    }
  | { typeName: 'AddToListTrigger'; mailingListId: string; reEligible: boolean }
  | {
      typeName: 'AudienceFilter';
      audienceFilter?: AudienceFilter;
      audienceSegmentId?: string;
      appliesDownstream?: boolean;
    }
  | { typeName: 'TimerAction'; amount: number; unit: 'm' | 'h' | 'd' | 's' }
  | { typeName: 'SendEmailAction'; emailMessageId?: string; subject?: string }
  | { typeName: 'BranchNode'; evalStrategy?: string }
  | {
      typeName: 'ExperimentBranchNode';
      samplingRate: number;
      experimentType: 'webhook' | 'autosplit';
      experimentId?: string;
      url?: string;
    }
  | { typeName: 'VariantNode'; variantId?: string; isControl?: boolean };

export type NodeTypeName = NodeContent['typeName'];

export type WorkflowNode = NodeContent & { id: string; nextNodeIds: string[] };

/** All-time counters of one SendEmailAction node. */
export interface NodeMetrics {
  sends: number;
  opens: number;
  clicks: number;
  unsubscribes: number;
  spamReports: number;
  hardBounces: number;
  softBounces: number;
}

export interface Workflow {
  id: string;
  name: string;
  description?: string;
  emoji?: string;
  status: WorkflowStatus;
  mailingListId: string | null;
  workflowRevisionId: string | null;
  rootNodeId: string | null;
  createdAt: string;
  updatedAt: string;
  /** Keyed by node ID, root first. */
  nodes: Record<string, WorkflowNode>;
  /** Keyed by the ID of a SendEmailAction node. */
  nodeMetrics: Record<string, NodeMetrics>;
}
