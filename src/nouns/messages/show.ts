/** `messages show`: an email message in words, or its body as LMX. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { bodyFormat } from './body-format.ts';
import { EmailMessage, getMessage } from './operations.ts';
import { messageIdOf, publishedInput, TARGET_CALLS, targetInput } from './target.ts';
import { messageView, SHOWN } from './view.ts';

export const showCommand = command({
  notes:
    'The text below the fields is the body without markup. `-o lmx` prints the body alone, to edit it in a file: `loopsctl messages update <id> --lmx-file <file>` sends it back. The API rewrites a body when it saves it, so a body that is read may differ from the one that was sent.',
  input: z.object({ ...targetInput, ...publishedInput }),
  positionals: ['emailMessageId'],
  calls: [getMessage, ...TARGET_CALLS],
  output: EmailMessage,
  examples: [
    { does: 'The draft of a transactional email', line: 'messages show "Password reset"' },
    { does: 'The version that is sent', line: 'messages show "Password reset" --published' },
    { does: 'The body of a campaign, for a file', line: 'messages show "AI rota launch" -o lmx' },
  ],
  run: async (context, input) => context.call(getMessage, { emailMessageId: await messageIdOf(context, input) }),
  shows: SHOWN,
  view: messageView,
  formats: bodyFormat,
});
