/** Behavior of the API that differs between accounts, or that its documentation leaves open. Tests choose it. */

export interface Variants {
  /** What happens to a contact property that does not exist. */
  readonly unknownProperty: 'drop' | 'refuse';
  /** The status for a property that exists already. */
  readonly existingProperty: 400 | 409;
  /** Suppressions that can be removed within 30 days; 0 for a free account. */
  readonly suppressionRemovals: number;
  /** Whether the account may send attachments. */
  readonly attachments: boolean;
  /** False if the team cannot create workflows. */
  readonly workflowCreation: boolean;
  /** False if the API does not implement updates of nodes. */
  readonly nodeUpdates: boolean;
  /** A campaign with a schedule changes its status to Scheduled or Sending; otherwise it stays a draft. */
  readonly schedulingSends: boolean;
  /** `strict`: only drafts can be changed. `loose`: everything but a sent campaign, whose name and group can still change. */
  readonly campaignEdits: 'strict' | 'loose';
  /** LMX is rewritten when it is saved: defaults are dropped, and a missing Style is added. */
  readonly normalizesLmx: boolean;
  /** An update of a theme keeps the styles that it does not name. */
  readonly mergesThemeStyles: boolean;
  /** CC and BCC addresses are enabled for the team. */
  readonly ccEnabled: boolean;
  /** Languages are enabled for the team. */
  readonly languagesEnabled: boolean;
  /** The request that the daily limit of uploads refuses. */
  readonly uploadLimitAt: 'create' | 'complete';
  /** The severity of the rules of guardian that are not errors by themselves. */
  readonly guardianErrors: 'documented' | 'all' | 'none';
  /** The guardian has a rule that its documentation does not list. */
  readonly newGuardianRule: boolean;
}

export const DEFAULT_VARIANTS: Variants = {
  unknownProperty: 'drop',
  existingProperty: 400,
  suppressionRemovals: 5,
  attachments: true,
  workflowCreation: true,
  nodeUpdates: true,
  schedulingSends: true,
  campaignEdits: 'strict',
  normalizesLmx: true,
  mergesThemeStyles: true,
  ccEnabled: false,
  languagesEnabled: false,
  uploadLimitAt: 'complete',
  guardianErrors: 'documented',
  newGuardianRule: false,
};
