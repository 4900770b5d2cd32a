/** Which team's names a cache file holds. */
import { fingerprint } from '../text/fingerprint.ts';

/** A base URL and a key. */
export interface Team {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** The sandbox: its address changes with every run, and no team has this base URL. */
export const SANDBOX_TEAM: Team = { baseUrl: 'sandbox:', apiKey: 'sandbox' };

/** The part of a cache file's name that differs between teams. It does not reveal the key. */
export const teamFingerprint = ({ baseUrl, apiKey }: Team): string => fingerprint(`${baseUrl} ${apiKey}`);
