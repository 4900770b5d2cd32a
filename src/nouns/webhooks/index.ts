/** The webhook bench: everything about deliveries that can be tried without an account and without a tunnel. */
import type { AnyCommand } from '../../define/command.ts';
import { secretCommand } from './create-secret.ts';
import { listenCommand } from './listen.ts';
import { payloadCommands } from './payloads.ts';
import { sendCommands } from './send.ts';
import { verifyCommands } from './verify.ts';

export const commands: readonly AnyCommand[] = [
  ...payloadCommands,
  ...verifyCommands,
  ...sendCommands,
  listenCommand,
  secretCommand,
];
