/** HAProxy: an ACL of source addresses, one `acl` line each. The lines of one name are alternatives. */
import type { AllowListFormat } from './format.ts';
import { operandsOf, readOperands, withoutComments, withoutRefused } from './operands.ts';

const NAME = 'from_loops';

/** Flags and the files they name are words that are no addresses. Source: the configuration manual, section 7.1. */
const ACL_SRC = /^[ \t]*acl[ \t]+\S+[ \t]+src\b([^\n]*)/gm;

/** An ACL for which everything is turned away. Source: the configuration manual, section 4.2. */
const REFUSED = {
  definition: /^[ \t]*acl[ \t]+(\S+)[^\n]*/gm,
  refuses: /\b(?:deny|reject|tarpit|silent-drop)\b.*\sif\s/,
};

export const haproxy: AllowListFormat = {
  // A rule that names an ACL which does not exist is refused: one that nobody fits takes its place.
  render: (addresses) =>
    addresses.length === 0 ? [`acl ${NAME} always_false`] : addresses.map(({ text }) => `acl ${NAME} src ${text}`),
  read: (text) => readOperands(text, operandsOf(withoutRefused(withoutComments(text), REFUSED), ACL_SRC)),
  sign: /^[ \t]*acl[ \t]+\S+[ \t]+\S|^(?:frontend|backend|listen|defaults|global)\b/gm,
  marks: 'lines',
  remark: `In a frontend, followed by: tcp-request connection reject unless ${NAME}`,
  appends: false,
};
