/** The jobs of a page of documentation: what a CI service or cron would run of its blocks. */
import { parse } from 'yaml';
import { isRecord } from '../../src/define/json.ts';

export interface Job {
  /** The heading that it stands under, and its own name. */
  readonly name: string;
  /** What is run, in one shell, with `-e`. */
  readonly script: string;
  /** Variables that the job sets itself; those that the service fills in are not among them. */
  readonly variables: Readonly<Record<string, string>>;
}

/** A package is installed by other tests, and no network is there. */
const INSTALLING = /^npm install --global \S+$/;

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string');

const literals = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).flatMap(([name, text]) =>
      String(text).includes('$') ? [] : [[name, String(text)]],
    ),
  );

/** GitHub runs each step in a shell of its own; what a step leaves for the next is files, as here. */
const githubScript = (steps: readonly unknown[]): string[] =>
  steps.flatMap((step) => (isRecord(step) ? texts(step['run']) : []));

/** Both services have jobs as fields of an object: GitHub's are below `jobs` and have steps, GitLab's have a script. */
function yamlJobs(heading: string, text: string): Job[] {
  const document: unknown = parse(text);
  if (!isRecord(document)) return [];
  const shared = literals(document['env'] ?? document['variables']);
  const jobs = isRecord(document['jobs']) ? document['jobs'] : document;
  const { before_script: before } = isRecord(document['default']) ? document['default'] : document;
  return Object.entries(jobs).flatMap(([name, job]) => {
    if (!isRecord(job) || !(Array.isArray(job['steps']) || 'script' in job)) return [];
    const lines = Array.isArray(job['steps'])
      ? githubScript(job['steps'])
      : [job['before_script'] ?? before, job['script'], job['after_script']].flatMap(texts);
    const script = lines.filter((line) => !INSTALLING.test(line.trim())).join('\n');
    return [
      { name: `${heading}: ${name}`, script, variables: { ...shared, ...literals(job['env'] ?? job['variables']) } },
    ];
  });
}

/** Five fields that say when, and then the command. */
const cronJobs = (heading: string, text: string): Job[] =>
  [...text.matchAll(/^(?:\S+[ \t]+){5}(\S.*)$/gm)].map(([, script = ''], index) => ({
    name: `${heading}: line ${index + 1}`,
    script: script.replaceAll('\\%', '%'),
    variables: {},
  }));

const READERS: Readonly<Record<string, (heading: string, text: string) => readonly Job[]>> = {
  yaml: yamlJobs,
  crontab: cronJobs,
  sh: (heading, script) => [{ name: heading, script, variables: {} }],
};

/** Every job of a page, in order. Throws for a block of a job's language that has none. */
export function jobsOf(page: string): readonly Job[] {
  let path: readonly string[] = [];
  return [...page.matchAll(/^(#+) (.+)$|^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(
    ([, level, title = '', language = '', text = '']) => {
      if (level !== undefined) {
        path = [...path.slice(0, level.length - 1), title];
        return [];
      }
      const heading = path.slice(1).join(', ');
      const jobs = READERS[language]?.(heading, text) ?? [];
      if (language in READERS && jobs.length === 0) throw new Error(`A block under ${heading} has no job.`);
      return jobs;
    },
  );
}
