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
}

export const DEFAULT_VARIANTS: Variants = {
  unknownProperty: 'drop',
  existingProperty: 400,
  suppressionRemovals: 5,
  attachments: true,
  workflowCreation: true,
  nodeUpdates: true,
};
