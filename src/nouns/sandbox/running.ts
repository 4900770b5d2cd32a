/** Calls to a running sandbox, which only this program makes. */
import type { Context } from '../../define/command.ts';
import { Failure } from '../../errors.ts';
import { SANDBOX_API_KEY } from '../../sandbox/access.ts';
import type { ToolContext } from '../tool-context.ts';

export const callRunning = (context: ToolContext, baseUrl: string): Context =>
  context.withConnection({
    apiKey: SANDBOX_API_KEY,
    baseUrl,
    keySource: 'the sandbox',
    baseUrlSource: 'the sandbox',
  });

/** The sandbox was killed and left its address, or another server has the port now. */
export const isGone = (error: unknown): boolean =>
  error instanceof Failure && !error.mayBeDone && ['unavailable', 'not_found', 'unauthorized'].includes(error.code);
