/** The account of the sandbox: named sections, each with the value that a new account starts with. */

/** Every section by its name. Sections that this version does not know are kept. */
export type Account = Record<string, unknown>;

/** A part of the account that one noun owns, usually a list of items with the newest first. */
export interface Section<Value = unknown> {
  readonly name: string;
  /** The value in a new account. Counters in it start to grow at `now`, in milliseconds since the epoch. */
  readonly seed: (now: number) => Value;
  /** Whether a saved value has the right outer type; its content is what this program wrote. */
  readonly accepts: (saved: unknown) => boolean;
  /** The value in this account. Change it only inside `Store.update`. */
  readonly of: (account: Account) => Value;
}

/** `accepts` is for a section that is not a list. */
export const section = <Value>(
  name: string,
  seed: (now: number) => Value,
  accepts: (saved: unknown) => boolean = Array.isArray,
): Section<Value> => ({
  name,
  seed,
  accepts,
  of(account) {
    if (!Object.hasOwn(account, name)) throw new Error(`The sandbox account has no ${name}.`);
    return account[name] as Value;
  },
});

/** The saved account with a seeded value for each section that it lacks, so that new nouns can be used with an old state. */
export function completeAccount(saved: Account, sections: readonly Section[], now: number): Account {
  const missing = sections.filter(({ name }) => !Object.hasOwn(saved, name));
  return missing.length === 0
    ? saved
    : { ...saved, ...Object.fromEntries(missing.map(({ name, seed }) => [name, seed(now)])) };
}
