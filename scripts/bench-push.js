// Measures `push`: the drafts of 1,000 emails that were changed, at 95 % of the allowed rate and in flat memory.
// `node scripts/bench-push.js 200 20`: emails, and times the published rate limit.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMemory, withSandbox } from './bench/sandbox.js';

const EMAILS = Number(process.argv[2] ?? 1_000);
const TIMES = Number(process.argv[3] ?? 10);
/** Windows of 15 seconds: with those of a minute, the last one would be a large part of the run. */
const SCALE = 1 / 4;
const WINDOW = { seconds: 60 * SCALE, requests: 60 * SCALE * TIMES };

const BODY = `<H1>Hello</H1>\n${'<Paragraph>A paragraph of an email, about as long as most of them are.</Paragraph>\n'.repeat(40)}`;

/** Published emails with a body of 3 kB, without drafts. */
function fill(account) {
  const [first] = account.transactionalEmails;
  account.transactionalEmails = Array.from({ length: EMAILS }, (_, index) => {
    const [id, published, contentRevisionId] = ['e', 'p', 'r'].map(
      (letter) => `c${letter}${`${index}`.padStart(23, '0')}`,
    );
    const record = { id, name: `Email ${index}`, publishedEmailMessageId: published, draftEmailMessageId: null };
    account.emailMessages[published] = {
      subject: `Email ${index}`,
      fromName: 'Ada',
      fromEmail: 'ada',
      lmx: BODY,
      contentRevisionId,
    };
    return { ...first, record: { ...first.record, ...record } };
  });
}

// A run that kept more with every email would end here for lack of memory; without this limit, Node collects too rarely to tell.
const nodeOptions = ['--max-old-space-size=64'];

await withSandbox({ times: TIMES * SCALE, scale: SCALE, measured: /./, nodeOptions }, async (bench) => {
  fill(bench.account);

  async function run(line) {
    const { code, memory } = await bench.start([...line.split(' '), '--json', '-q']).ended;
    const requests = bench.responses[200] ?? 0;
    const seconds = (bench.span.last - bench.span.first) / 1000;
    const least = Math.floor((requests - 1) / WINDOW.requests) * WINDOW.seconds;
    const used = least / seconds;
    console.log(`${line}: exit code ${code}, responses ${JSON.stringify(bench.responses)} in ${seconds.toFixed(1)} s`);
    console.log(`  ${(used * 100).toFixed(1)} % of the allowed rate; ${describeMemory(memory)}`);
    for (const status of Object.keys(bench.responses)) delete bench.responses[status];
    bench.span.first = 0;
    return { code, used };
  }

  const pulled = await run('pull');
  const directory = join(bench.directory, 'transactional');
  for (const key of await readdir(directory)) {
    const path = join(directory, key, 'email.lmx');
    await writeFile(path, (await readFile(path, 'utf8')).replace('</H1>', ' again</H1>'));
  }
  const pushed = await run('push --yes');
  const planned = await run('plan --exit-code');
  const isDone = [pulled, pushed, planned].every(({ code }) => code === 0);
  process.exitCode = isDone && pushed.used >= 0.95 ? 0 : 1;
});
