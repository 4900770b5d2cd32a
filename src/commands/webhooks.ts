/** The webhook bench: everything about deliveries that can be tried without an account and without a tunnel. */
import type { AnyCommand } from '../define/command.ts';
import { listenCommand } from './webhooks-listen.ts';
import { payloadCommands } from './webhooks-payloads.ts';
import { secretCommand } from './webhooks-secret.ts';
import { sendCommands } from './webhooks-send.ts';
import { verifyCommands } from './webhooks-verify.ts';

export const commands: readonly AnyCommand[] = [
  ...payloadCommands,
  ...verifyCommands,
  ...sendCommands,
  listenCommand,
  secretCommand,
];
