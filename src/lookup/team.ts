/** Which team's names a cache file holds. */
import { createHash } from 'node:crypto';

/** A base URL and a key. */
export interface Team {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** The sandbox: its address changes with every run, and no team has this base URL. */
export const SANDBOX_TEAM: Team = { baseUrl: 'sandbox:', apiKey: 'sandbox' };

/** The part of a file name that differs between teams. It does not reveal the key. */
export const teamHash = ({ baseUrl, apiKey }: Team): string =>
  createHash('sha256').update(`${baseUrl}\0${apiKey}`).digest('hex').slice(0, 24);
