/** What commands about the tool itself can do beyond the commands of the product. */
import type { GlobalFlags } from '../cli/global-flags.ts';
import type { ProfileStore } from '../config/profiles.ts';
import type { Connection } from '../config/resolve.ts';
import type { Context } from '../define/command.ts';
import type { Entry } from '../define/tree.ts';
import type { Runtime } from '../runtime/runtime.ts';

export interface ToolContext extends Context {
  readonly runtime: Runtime;
  readonly profiles: ProfileStore;
  /** Every noun and verb of the program. */
  readonly tree: readonly Entry[];
  /** The flags of this run that every command has. */
  readonly flags: GlobalFlags;
  /** Runs another command line of this program with nobody to ask, no standard input, and no file that it may write. */
  runLine(
    words: readonly string[],
  ): Promise<{ readonly stdout: string; readonly stderr: string; readonly code: number }>;
  /** The flags of this run that decide where requests go. */
  readonly target: {
    readonly profile: string | undefined;
    readonly baseUrl: string | undefined;
    readonly sandbox: boolean;
  };
  /** How this run may send what is no request to the service. */
  readonly sending: {
    readonly insecureHttp: boolean;
    /** For a whole answer, in milliseconds. */
    readonly timeout: number;
    readonly userAgent: string;
  };
  /** From now on, output on stderr shows `****` instead of this text. */
  redact(secret: string): void;
  /** The key and the address that this run would use. Rejects with a `Failure` when there is no key. */
  connection(): Promise<Connection>;
  /** The base URL that this run would use. It needs no key. */
  baseUrl(): Promise<string>;
  /** The same context with another base URL or key. */
  withConnection(connection: Connection): Context;
}
