/** Help topics as data: what is true of every command. Facts that the code has are read from it. */
import { EFFECTS } from '../define/effect.ts';
import { type Field, flagTerm } from '../define/field.ts';
import { FORMAT_NAMES, type FormatName } from '../define/format-name.ts';
import { type ErrorCode, EXIT_CHECK_FAILED, EXIT_CODES } from '../errors.ts';
import { globalFields } from './global-flags.ts';
import type { Row } from './layout.ts';

export type TopicSection = { readonly heading: string } & (
  | { readonly text: string }
  | { readonly rows: readonly Row[] }
);

export interface Topic {
  readonly name: string;
  readonly summary: string;
  readonly sections: readonly TopicSection[];
}

export const ERRORS: Readonly<Record<ErrorCode, string>> = {
  unexpected: 'a bug in loopsctl, or output that could not be written',
  usage: 'a flag, argument, file or setting is wrong; nothing was sent',
  effect_not_allowed: 'the profile, LOOPS_ALLOW or --allow forbids what the command does; nothing was sent',
  recipient_not_allowed: 'the profile limits who may get email; nothing was sent to anybody',
  unauthorized: 'no API key, or the API rejected it',
  area_disabled: 'the API key is valid, but this API is not enabled for the team',
  not_found: 'no such record',
  rejected: 'the API rejected the request',
  conflict: 'the API rejected the request because the record changed or is in the wrong state',
  rate_limited: 'too many requests, even after waiting',
  unavailable: 'the API could not be reached, or failed after all retries',
  unexpected_response: 'the response could not be read; with --strict, any mismatch with the API schema',
  check_failed: 'a check that runs before a change found an error; nothing was changed',
  interrupted: 'Ctrl-C, or a question that was not answered with yes',
};

const describe = ({ description, defaultValue }: Field): string =>
  typeof defaultValue === 'number' ? `${description} (default: ${defaultValue})` : description;

const exitRows = (): readonly Row[] => {
  const errors = Object.entries(ERRORS).map(([code, text]): readonly [number, string] => [
    EXIT_CODES[code as ErrorCode],
    `${code}: ${text}`,
  ]);
  const rows = [
    [0, 'done; an empty list, help and a pager that was closed early too'] as const,
    ...errors,
    [EXIT_CHECK_FAILED, 'a check ran and failed: a threshold, lint, a difference'] as const,
  ];
  return rows.sort(([a], [b]) => a - b).map(([exit, text]) => [String(exit), text]);
};

const FORMATS: Readonly<Record<FormatName, string>> = {
  table: 'for people (default): tables, details and drawings',
  json: 'one document, as the API sent it, unknown fields included',
  ndjson: 'one item per line, printed as pages arrive',
  csv: 'one row per item (RFC 4180)',
  yaml: 'one document',
  markdown: 'a table for pull requests and wikis, of commands that print a table',
  junit: 'a test report (JUnit XML), for commands that check something',
  sarif: 'findings for code scanning (SARIF 2.1.0), for commands that check something',
  lmx: 'only the body of an email or a component, for a file: `messages show`, `components show`',
};

export const TOPICS: readonly Topic[] = [
  {
    name: 'flags',
    summary: 'Flags of every command',
    sections: [{ heading: 'Flags', rows: globalFields.map((field) => [flagTerm(field), describe(field)]) }],
  },
  {
    name: 'exit-codes',
    summary: 'Exit codes and error codes',
    sections: [
      { heading: 'Exit codes', rows: exitRows() },
      {
        heading: 'Errors',
        text: 'Errors are printed on stderr. With --json or -o ndjson, an error is one line: {"error": {"code", "message", "hint", "status", "request", "details"}}. The code is one of the names above.',
      },
    ],
  },
  {
    name: 'environment',
    summary: 'Environment variables and their precedence',
    sections: [
      {
        heading: 'Account',
        rows: [
          ['LOOPS_API_KEY', 'API key; overrides stored profiles'],
          ['LOOPS_BASE_URL', 'API base URL, like --base-url'],
          ['LOOPS_PROFILE', 'profile to use, like --profile'],
          ['LOOPS_ALLOW', 'effects that are allowed, e.g. read,draft; narrows what the profile allows'],
          [
            'LOOPS_HISTORY',
            'off: do not save the values before a change, like --no-history; personal: save those of contacts too, like --journal-personal',
          ],
          ['LOOPS_WEBHOOK_SECRET', 'signing secret of webhooks, like --secret-file'],
        ],
      },
      {
        heading: 'Terminal',
        rows: [
          ['NO_COLOR', 'disable color if not empty, like --no-color'],
          ['FORCE_COLOR', 'use color in pipes too; 0 or false disables it'],
          ['TERM', 'dumb disables color and the pager; -256color or -direct shows colors of themes'],
          ['COLORTERM', 'truecolor or 24bit shows the exact colors of themes'],
          ['WT_SESSION', 'set by Windows Terminal: shows the exact colors of themes'],
          ['PAGER', 'pager for output that is longer than the screen (default: less -FRX); empty disables it'],
          ['BROWSER, DISPLAY, WAYLAND_DISPLAY', 'one of these is required to open a browser on Linux'],
        ],
      },
      {
        heading: 'Network and files',
        rows: [
          ['HTTPS_PROXY, HTTP_PROXY', 'proxy for requests to the API'],
          ['NO_PROXY', 'hosts to reach without the proxy, comma-separated'],
          ['XDG_CONFIG_HOME', 'directory for profiles and keys'],
          ['XDG_DATA_HOME', 'directory for the sandbox, the history and metrics snapshots'],
          ['XDG_CACHE_HOME', 'directory for files that can be deleted at any time'],
          ['LOOPS_DEBUG_PEOPLE', '1: --debug shows email addresses and user IDs'],
          ['NODE_DISABLE_COMPILE_CACHE', 'do not store compiled code'],
        ],
      },
      {
        heading: 'Precedence',
        text: 'A flag takes precedence over the environment, the environment over the profile, and the profile over the default. `loopsctl auth status` prints which one is used.',
      },
    ],
  },
  {
    name: 'output',
    summary: 'Output formats, fields, color and the pager',
    sections: [
      { heading: 'Formats (-o)', rows: FORMAT_NAMES.map((name) => [name, FORMATS[name]]) },
      {
        heading: 'Streams',
        text: 'Only the result is printed on stdout. Notes, warnings, progress and errors are printed on stderr. --quiet suppresses notes and progress.',
      },
      {
        heading: 'Fields',
        text: '--fields id,styles.bodyColor keeps only these fields, in every format. An unknown field is an error before anything is sent. The help of a command lists its fields.',
      },
      {
        heading: 'Terminals and pipes',
        text: 'On a terminal, tables and JSON have color, times are relative, and text is cut to the width, but never an ID. In a pipe, nothing is cut or colored, and times are ISO 8601. --no-headers omits the heading row of tables and CSV; a table with one column has none in a pipe.',
      },
      {
        heading: 'Pager',
        text: 'On a terminal, output that is longer than the screen is shown in a pager: the command in PAGER, or else less -FRX. Closing it early is not an error. --no-pager prints everything. Items that are printed as they arrive (ndjson, webhooks listen) are never paged.',
      },
    ],
  },
  {
    name: 'names',
    summary: 'Names in place of IDs',
    sections: [
      {
        heading: 'What an argument means',
        text: 'Where a command takes an ID, it also takes a name. Text with the form of an ID is an ID. Anything else is a name: an exact match is used first, else a match that ignores case and outer spaces.',
      },
      {
        heading: 'Force an ID or a name',
        rows: [
          ['id:<text>', 'an ID, whatever its form'],
          ['name:<text>', 'a name, even if it looks like an ID'],
          ["'?'", 'choose from a list; a missing required ID at a terminal does the same'],
        ],
      },
      {
        heading: 'Errors',
        text: 'If several records have the name, the command stops before it does anything, prints their IDs and exits 2. If none has it, the command prints the nearest names and exits 4.',
      },
      {
        heading: 'Requests',
        text: 'A name costs one list request, or one per 50 records. Names are cached for 60 seconds per team, or until loopsctl gives a record a name. --no-cache ignores the cache. Scripts that must not depend on names should pass IDs.',
      },
      {
        heading: 'Names in the output',
        text: 'Tables, details and drawings show the names of other records, such as the group of an email. They cost at most one list request per type of record. --ids, --quiet, --fields and data formats show IDs and request no names. Where a name cannot be fetched, the ID is shown.',
      },
    ],
  },
  {
    name: 'effects',
    summary: 'What commands do to an account, and how to restrict it',
    sections: [
      { heading: 'Effects, from least to most severe', rows: Object.entries(EFFECTS) },
      {
        heading: 'Restrict',
        text: '`loopsctl auth allow <profile> read,draft` restricts what a profile may do. LOOPS_ALLOW and --allow can narrow that further, but never widen it. A command that is not allowed sends nothing and exits 2 with the error code effect_not_allowed.',
      },
      {
        heading: 'Limit who gets email',
        text: '`loopsctl auth allow <profile> --recipients "*@acme.com"` lets a profile send email only to these addresses. Requests to anybody else are not sent (exit 2, recipient_not_allowed). Neither are requests whose recipients are not known, such as scheduling a campaign.',
      },
      {
        heading: 'Confirm',
        text: 'At a terminal, commands that publish, send, delete or change other records ask first. In scripts they require --yes. For commands that change the account, --dry-run prints the request without sending it.',
      },
    ],
  },
];
