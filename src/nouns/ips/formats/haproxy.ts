/** HAProxy: an ACL of source addresses, one `acl` line per address. Lines with the same name are alternatives. */
import { type AllowlistFormat, countMatches } from './format.ts';
import { operandsOf, readOperands, withoutComments, withoutDenied } from './operands.ts';

const NAME = 'from_loops';

/** Flags and file names are skipped as words that are not addresses. Source: the configuration manual, section 7.1. */
const ACL_SRC = /^[ \t]*acl[ \t]+\S+[ \t]+src\b([^\n]*)/gm;

/** An ACL that is only used to deny. Source: the configuration manual, section 4.2. */
const DENIED = {
  definition: /^[ \t]*acl[ \t]+(\S+)[^\n]*/gm,
  denies: /\b(?:deny|reject|tarpit|silent-drop)\b.*\sif\s/,
};

export const haproxy: AllowlistFormat = {
  // HAProxy rejects rules with an unknown ACL name, so an empty list becomes an ACL that never matches.
  render: (addresses) =>
    addresses.length === 0 ? [`acl ${NAME} always_false`] : addresses.map(({ text }) => `acl ${NAME} src ${text}`),
  read: (text) => readOperands(text, operandsOf(withoutDenied(withoutComments(text), DENIED), ACL_SRC)),
  sniff: countMatches(/^[ \t]*acl[ \t]+\S+[ \t]+\S|^(?:frontend|backend|listen|defaults|global)\b/gm),
  markers: 'always',
  usage: `Use it in a frontend, followed by: tcp-request connection reject unless ${NAME}`,
  appends: false,
};
