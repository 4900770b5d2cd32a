// Rows about work on files and about programs that start this one: completion, checks, imports, plans and the MCP server.
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runOnce } from './measure.js';

const RUNS = 9;
const FILES = 1_000;
const CONTACTS = 10_000;
const EMAILS = 1_000;

const LMX = `<Style themeId="none" />
<H1>Your report is ready</H1>
<Paragraph>Hi {data.firstName}, the report of this week has {data.rows} rows.</Paragraph>
<Button href="https://acme.test/report" paddingTop="24" paddingBottom="24">Open the report</Button>
<Paragraph>Questions? Reply to this email.</Paragraph>
`;

const message = (value) => `${JSON.stringify({ jsonrpc: '2.0', ...value })}\n`;
const CLIENT = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
const INITIALIZE = message({ id: 1, method: 'initialize', params: CLIENT });
const LIST_TOOLS = message({ method: 'notifications/initialized' }) + message({ id: 2, method: 'tools/list' });

async function writeMessages(directory, count) {
  await mkdir(directory, { recursive: true });
  const names = Array.from({ length: count }, (_, index) => `email-${index}.lmx`);
  await Promise.all(names.map((name) => writeFile(join(directory, name), LMX)));
  return names;
}

async function writeContacts(file, count) {
  const rows = Array.from({ length: count }, (_, row) => `person${row}@example.com,Person ${row},${row % 5 === 0}\n`);
  await writeFile(file, `email,firstName,aiRotaBeta\n${rows.join('')}`);
}

/** A project of the sandbox's account, and a copy with many more emails. */
async function writeProjects(folder, loopsctl) {
  const [small, large] = ['small', 'large'].map((name) => join(folder, 'projects', name));
  await mkdir(small, { recursive: true });
  await runOnce({ ...loopsctl('--sandbox pull'), cwd: small });
  await cp(small, large, { recursive: true });
  for (let index = 0; index < EMAILS; index++) {
    const directory = join(large, 'transactional', `report-${index}`);
    await mkdir(directory);
    await writeFile(join(directory, 'email.json'), `{"name": "Report ${index}", "subject": "Report ${index}"}\n`);
    await writeFile(join(directory, 'email.lmx'), LMX);
  }
  return { small, large };
}

/** `loopsctl` makes a side of a comparison from a line, `nothing` is a start of Node that does nothing. */
export async function workRows({ folder, loopsctl, nothing }) {
  const messages = join(folder, 'messages');
  const names = await writeMessages(messages, FILES);
  const contacts = ['many.csv', 'one.csv'].map((name) => join(folder, name));
  await writeContacts(contacts[0], CONTACTS);
  await writeContacts(contacts[1], 1);
  const { small, large } = await writeProjects(folder, loopsctl);
  const completion = loopsctl('__complete bash');
  return [
    {
      what: 'completion of a command',
      peerName: '`node -e 0`',
      goal: 1.5,
      pair: {
        ours: { ...completion, args: [...completion.args, '=loopsctl workflow s', '9', ''] },
        peer: nothing,
        runs: RUNS,
        lines: [2, 0],
      },
      how: 'what the Tab key runs for `loopsctl workflow s`, compared with a start that does nothing.',
    },
    {
      what: `check of ${FILES.toLocaleString('en-US')} emails`,
      peerName: 'check of one',
      goal: 6,
      pair: {
        ours: { ...loopsctl(`messages check ${names.join(' ')}`), cwd: messages },
        peer: { ...loopsctl(`messages check ${names[0]}`), cwd: messages },
        runs: RUNS,
      },
      how: 'both loopsctl: `messages check` with all rules, on files of 5 lines.',
    },
    {
      what: `import, check of ${CONTACTS.toLocaleString('en-US')} rows`,
      peerName: 'one row',
      goal: 3,
      pair: {
        ours: loopsctl(`--sandbox contacts import ${contacts[0]} --dry-run`),
        peer: loopsctl(`--sandbox contacts import ${contacts[1]} --dry-run`),
        runs: RUNS,
      },
      how: 'both loopsctl: the first pass of `contacts import`, which reads and checks every row before anything is sent.',
    },
    {
      what: `plan of ${EMAILS.toLocaleString('en-US')} more emails`,
      peerName: 'plan without changes',
      goal: 4,
      pair: {
        ours: { ...loopsctl('--sandbox plan'), cwd: large },
        peer: { ...loopsctl('--sandbox plan'), cwd: small },
        runs: RUNS,
      },
      how: 'both loopsctl: a project with the 161 records of the sandbox and as many new emails, and the same project without them.',
    },
    {
      what: '`mcp`, its first response',
      peerName: '`node -e 0`',
      goal: 4,
      pair: { ours: { ...loopsctl('mcp'), input: INITIALIZE }, peer: nothing, runs: RUNS, lines: [1, 0] },
      how: 'the start of the server, its response to `initialize`, and its end with the end of its input.',
    },
    {
      what: '`mcp`, its list of tools',
      peerName: '`node -e 0`',
      goal: 5,
      pair: { ours: { ...loopsctl('mcp'), input: INITIALIZE + LIST_TOOLS }, peer: nothing, runs: RUNS, lines: [2, 0] },
      how: 'the same with the response to `tools/list`, for which the commands of the tools are loaded.',
    },
  ];
}
