/**
 * The service's request limits, kept before it has to refuse: a request takes a ticket from each limit that applies to it,
 * and gets it back when the limit's window has passed. All runs with the same key draw from the same tickets.
 */
import { rateClassOf } from './limits.ts';
import type { Entry, Tickets } from './tickets.ts';

export interface Budget {
  readonly name: 'general' | 'content';
  /** Requests in any window. */
  readonly limit: number;
  readonly windowMs: number;
}

/** Per team, for every path and for the content areas. Source: the service's public API reference. */
const PUBLIC_BUDGETS: readonly Budget[] = [
  { name: 'general', limit: 10, windowMs: 1_000 },
  { name: 'content', limit: 60, windowMs: 60_000 },
];

/** The service counts a request when it arrives, we when it leaves: a ticket comes back a little later than it might. */
const returnedAfter = ({ windowMs }: Budget): number => windowMs * 1.01 + 20;

/** Tickets from further in the future were taken before the clock was set back; they would never come back. */
const CLOCK_TOLERANCE_MS = 1_000;

/** A limit that nobody reaches needs no tickets. */
const PLENTY = 10_000;

/** After the first, second, ... refusal in a row, this part of the window is waited for; then all of it has passed. */
const COOLDOWNS = [1 / 30, 1 / 3, 1];

export interface BudgetKeeper {
  /** Resolves with a ticket when a request to this path may go out; undefined where none is needed. */
  acquire(path: string): Promise<string | undefined>;
  /** Puts back the ticket of a request that the service refused for its rate: it was not counted there either. */
  giveBack(ticket: string | undefined): void;
  /** Corrects the limits by the headers of an answer. */
  learn(path: string, headers: Readonly<Record<string, string>>): void;
  /** Milliseconds to wait after the service refused a request for its rate; `attempt` is 0 for the first refusal. */
  cooldown(path: string, attempt: number): number;
}

export interface BudgetOptions {
  readonly tickets: Tickets;
  /** Milliseconds since the epoch: the tickets of several processes are compared. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly random: () => number;
  /** Told before a wait. */
  readonly onWait: (ms: number, budget: Budget) => void;
}

export function createBudgetKeeper({ tickets, now, sleep, random, onWait }: BudgetOptions): BudgetKeeper {
  const budgetsFor = (path: string): readonly Budget[] => {
    const corrected = tickets.limits();
    return PUBLIC_BUDGETS.filter(({ name }) => name === 'general' || rateClassOf(path) === name).map((budget) => ({
      ...budget,
      ...corrected.get(budget.name),
    }));
  };

  /** Until when this process holds back a budget that the service says is used up. */
  const paused = new Map<Budget['name'], number>();

  /** The moment from which a budget has a ticket left, given those that were taken before. */
  const freeAt = (budget: Budget, taken: readonly Entry[]): number => {
    const [oldest, newest] = [now() - returnedAfter(budget), now() + CLOCK_TOLERANCE_MS];
    const held = taken.filter((entry) => counts(entry, budget) && entry.at > oldest && entry.at <= newest);
    const blocking = held[held.length - budget.limit];
    return Math.max(paused.get(budget.name) ?? 0, blocking === undefined ? 0 : blocking.at + returnedAfter(budget));
  };

  async function take(path: string): Promise<string | undefined> {
    for (;;) {
      if (budgetsFor(path).every(({ limit }) => limit >= PLENTY)) return undefined;
      tickets.refresh();
      const budgets = budgetsFor(path);
      const [last] = budgets
        .map((budget) => ({ budget, at: freeAt(budget, tickets.taken()) }))
        .sort((a, b) => b.at - a.at);
      const wait = last === undefined ? 0 : last.at - now();
      if (last !== undefined && wait > 0) {
        onWait(wait, last.budget);
        await sleep(wait);
        continue;
      }
      // Another process may have taken the last ticket at the same moment: the order in the file decides.
      const mine = tickets.add({ at: now(), content: rateClassOf(path) === 'content' });
      tickets.refresh();
      const before = tickets.takenBefore(mine);
      if (budgets.every((budget) => freeAt(budget, before) <= now())) return mine;
      tickets.giveBack(mine);
    }
  }

  // One at a time, so that the requests of one run do not race each other for the same ticket.
  let queue: Promise<unknown> = Promise.resolve();

  return {
    acquire(path) {
      const turn = queue.then(() => take(path));
      queue = turn.catch(() => undefined);
      return turn;
    },

    giveBack(ticket) {
      if (ticket !== undefined) tickets.giveBack(ticket);
    },

    learn(path, headers) {
      for (const [, name, limit, seconds] of (headers['ratelimit-policy'] ?? '').matchAll(POLICY)) {
        correct(name as Budget['name'], Number(limit), Number(seconds) * 1000);
      }
      const limit = Number(headers['x-ratelimit-limit']);
      if (!Number.isInteger(limit) || limit < 1) return;
      const budgets = budgetsFor(path);
      // The header does not say which limit it speaks of: a number that we know speaks of that one, any other of all.
      // One that nobody reaches speaks of all too: whoever sends it has no limits.
      const known = limit < PLENTY ? budgets.find((budget) => budget.limit === limit) : undefined;
      if (known !== undefined) {
        // Used up, though by our count it is not: somebody with another machine has the same key.
        if (headers['x-ratelimit-remaining'] === '0') paused.set(known.name, now() + known.windowMs / known.limit);
        return;
      }
      for (const { name, windowMs } of budgets) correct(name, limit, windowMs);
    },

    cooldown(path, attempt) {
      const slowest = budgetsFor(path).reduce((a, b) => (b.windowMs > a.windowMs ? b : a));
      const part = COOLDOWNS[Math.min(attempt, COOLDOWNS.length - 1)] ?? 1;
      return Math.ceil(returnedAfter(slowest) * part * (1 + random() / 4));
    },
  };

  function correct(name: Budget['name'], limit: number, windowMs: number): void {
    const known = budgetsByName(name, tickets);
    if (known?.limit !== limit || known.windowMs !== windowMs) tickets.setLimit(name, { limit, windowMs });
  }
}

/** `"content";q=60;w=60`: limits as the IETF's RateLimit header fields draft writes them, which a server may add. */
const POLICY = /"(general|content)"\s*;\s*q=(\d+)\s*;\s*w=(\d+(?:\.\d+)?)/g;

const counts = (entry: Entry, budget: Budget): boolean => budget.name === 'general' || entry.content;

const budgetsByName = (name: Budget['name'], tickets: Tickets) =>
  tickets.limits().get(name) ?? PUBLIC_BUDGETS.find((budget) => budget.name === name);
