/** The state of one sandbox account: what the service shows, and what it keeps to itself. */
import type { AudienceFilter, Workflow } from './workflow.ts';

/** The reserved group: a new transactional email's default, never edited, its name never given again. */
export const UNSORTED = 'Unsorted';

/** All-time delivery counters of one transactional email. */
export interface DeliveryMetrics {
  sends: number;
  deliveries: number;
  spamReports: number;
  hardBounces: number;
  softBounces: number;
}

/** The part of a transactional email that the service shows. */
export interface TransactionalEmailRecord {
  id: string;
  name: string;
  draftEmailMessageId: string | null;
  draftEmailMessageContentRevisionId: string | null;
  publishedEmailMessageId: string | null;
  transactionalGroupId: string | null;
  createdAt: string;
  updatedAt: string;
  /** Those of the published message; empty until there is one. */
  dataVariables: string[];
}

export interface TransactionalEmail {
  record: TransactionalEmailRecord;
  /** The data variables the draft's content uses; publishing makes them the record's. */
  draftDataVariables: string[];
  metrics: DeliveryMetrics;
}

export interface Group {
  id: string;
  name: string;
  description: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface Theme {
  id: string;
  name: string;
  styles: ThemeStyles;
  isDefault: boolean;
  createdAt: string;
  updatedAt: string;
}

/** Colours are hex codes; sizes, paddings, widths, radii, line heights and letter spacings are numbers. */
export interface ThemeStyles {
  backgroundColor: string;
  backgroundXPadding: number;
  backgroundYPadding: number;
  bodyColor: string;
  bodyXPadding: number;
  bodyYPadding: number;
  bodyFontFamily: string;
  bodyFontCategory: string;
  borderColor: string;
  borderWidth: number;
  borderRadius: number;
  buttonBodyColor: string;
  buttonBodyXPadding: number;
  buttonBodyYPadding: number;
  buttonBorderColor: string;
  buttonBorderWidth: number;
  buttonBorderRadius: number;
  buttonTextColor: string;
  buttonTextFormat: number;
  buttonTextFontSize: number;
  dividerColor: string;
  dividerBorderWidth: number;
  textBaseColor: string;
  textBaseFontSize: number;
  textBaseLineHeight: number;
  textBaseLetterSpacing: number;
  textLinkColor: string;
  heading1Color: string;
  heading1FontSize: number;
  heading1LineHeight: number;
  heading1LetterSpacing: number;
  heading2Color: string;
  heading2FontSize: number;
  heading2LineHeight: number;
  heading2LetterSpacing: number;
  heading3Color: string;
  heading3FontSize: number;
  heading3LineHeight: number;
  heading3LetterSpacing: number;
}

export interface AudienceSegment {
  id: string;
  name: string;
  description: string | null;
  createdAt: string;
  updatedAt: string;
  /** Null: all contacts. */
  filter: AudienceFilter | null;
}

/** Every collection is kept newest first, which is the order of every list. */
export interface Account {
  teamName: string;
  transactionalEmails: TransactionalEmail[];
  transactionalGroups: Group[];
  campaignGroups: Group[];
  workflows: Workflow[];
  themes: Theme[];
  audienceSegments: AudienceSegment[];
  dedicatedSendingIps: string[];
}
