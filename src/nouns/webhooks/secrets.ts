/** Reads signing secrets from a file or the environment. A secret is never an argument and never printed. */
import { type Failure, usage } from '../../errors.ts';
import { MAX_SECRET_BYTES } from '../../runtime/runtime.ts';
import type { ToolContext } from '../tool-context.ts';
import { describeSecretProblem, PREFIX, parseSecrets, type Secret } from './delivery/secret.ts';
import { VARIABLE } from './flags.ts';

/** A secret of Standard Webhooks has at most 64 bytes, which is 94 characters. */
const MAX_SECRET_LENGTH = 500;
/** A rotation needs two. */
const MAX_SECRETS = 10;

const noSecret = (): Failure =>
  usage(
    'No signing secret.',
    `Set ${VARIABLE} to the secret in your webhook settings, or pass --secret-file. To create one for tests: \`loopsctl webhooks create-secret secret.txt\`.`,
  );

/** The secrets as given. Rejects with a `usage` failure without any, and for content that is not a list of secrets. */
export async function readSecrets(context: ToolContext, file: string | undefined): Promise<readonly Secret[]> {
  if (file?.startsWith(PREFIX)) {
    throw usage(
      'The value of --secret-file is a secret, not a file name.',
      `Put it into a file or into ${VARIABLE}, because other users can see command-line arguments.`,
    );
  }
  const source = file ?? VARIABLE;
  const text =
    file === undefined
      ? (context.runtime.env[VARIABLE] ?? '')
      : (await context.files.read(file, MAX_SECRET_BYTES)).toString('utf8');
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.length > MAX_SECRETS || words.some((word) => word.length > MAX_SECRET_LENGTH)) {
    throw usage(
      `${source} does not look like signing secrets.`,
      `Expected at most ${MAX_SECRETS} secrets of at most ${MAX_SECRET_LENGTH} characters, separated by white space.`,
    );
  }
  const secrets = parseSecrets(text);
  for (const secret of secrets) context.redact(secret.text);
  if (secrets.length > 0) return secrets;
  throw file === undefined
    ? noSecret()
    : usage(`${file} has no signing secret.`, 'Copy it from your webhook settings.');
}

/** The keys of the secrets. Rejects with a `usage` failure if one is malformed. */
export async function readKeys(context: ToolContext, file: string | undefined): Promise<readonly Buffer[]> {
  const secrets = await readSecrets(context, file);
  return secrets.map(({ key, problem }, index) => {
    if (key !== undefined && problem === undefined) return key;
    throw usage(
      describeSecretProblem(problem ?? 'secret_base64', index + 1, secrets.length),
      'Copy the entire secret: whsec_ and everything after it.',
    );
  });
}
