/** How the sandbox behaves where the public documents of the API leave a question open: tests choose each answer. */

export interface Behavior {
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
}

export const DEFAULT_BEHAVIOR: Behavior = {
  schedulingSends: true,
  campaignEdits: 'strict',
  normalizesLmx: true,
  mergesThemeStyles: true,
  ccEnabled: false,
  languagesEnabled: false,
  uploadLimitAt: 'complete',
  guardianErrors: 'documented',
};
