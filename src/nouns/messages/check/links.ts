/** The links of emails, opened for `messages check --links`. */
import type { Context } from '../../../define/command.ts';
import type { LinkOutcome } from '../../../define/link.ts';
import { attributeOf, descendants, type LmxDocument } from '../../../lmx/tree.ts';
import { formatList } from '../../../text/list.ts';
import { formatCount } from '../../../text/number.ts';

/** In one run, so that it ends soon and burdens nobody. */
const MAX_LINKS = 200;
const SHOWN = 3;

export interface CheckedLinks {
  /** Why each broken link is broken. */
  readonly broken: ReadonlyMap<string, string>;
  /** The links that nobody knows to be good. */
  readonly unknown: readonly string[];
}

export type CheckLinks = (document: LmxDocument) => Promise<CheckedLinks>;

/** Links with variables lead to another place for everybody. */
function addressesIn(document: LmxDocument): readonly string[] {
  const addresses = new Set<string>();
  for (const element of descendants(document.children)) {
    const href = element.tag === undefined ? '' : (attributeOf(element, 'href') ?? '').trim();
    if (/^https?:/i.test(href) && !href.includes('{')) addresses.add(href);
  }
  return [...addresses];
}

/** Opens each address once in a run. The emails take turns, so that only a few links are opened at a time. */
export function linkChecker(context: Context): CheckLinks {
  const known = new Map<string, LinkOutcome>();
  let turn: Promise<unknown> = Promise.resolve();
  const visitAll = async (addresses: readonly string[]): Promise<void> => {
    const added = addresses.filter((address) => !known.has(address)).slice(0, Math.max(0, MAX_LINKS - known.size));
    const outcomes = await context.each(added, (address) => context.visit(address));
    for (const [index, outcome] of outcomes.entries()) known.set(added[index] ?? '', outcome);
  };
  return async (document) => {
    const addresses = addressesIn(document);
    const own = turn.then(() => visitAll(addresses));
    turn = own.catch(() => undefined);
    await own;
    const broken = new Map<string, string>();
    const unknown: string[] = [];
    for (const address of addresses) {
      const { state, why } = known.get(address) ?? {
        state: 'unknown',
        why: `only the first ${MAX_LINKS} links are opened`,
      };
      if (state === 'broken') broken.set(address, why);
      else if (state === 'unknown') unknown.push(`${address} (${why})`);
    }
    return { broken, unknown };
  };
}

/** As one sentence, with the first few. */
export function unknownLinks(unknown: readonly string[]): string {
  const links = formatList(unknown, { most: SHOWN, separator: '; ' });
  return `${formatCount(unknown.length, 'link')} could not be checked: ${links}.`;
}
