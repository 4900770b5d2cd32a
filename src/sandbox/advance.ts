/** Lets time pass in an account: counters grow from an earlier time. */
import { isRecord } from '../define/json.ts';
import type { Account } from './account.ts';

/** Returns how many records have counters. Sections without them stay as they are. */
export function advance(account: Account, ms: number): number {
  let count = 0;
  for (const saved of Object.values(account)) {
    if (!Array.isArray(saved)) continue;
    for (const item of saved) {
      if (!isRecord(item) || typeof item['countedAt'] !== 'number') continue;
      item['countedAt'] -= ms;
      count++;
    }
  }
  return count;
}
