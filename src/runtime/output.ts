/** Standard output and standard error: written directly to pipes and files, and through the stream of the process to terminals. */
import { fstatSync, writeSync } from 'node:fs';
import { Failure, OutputClosed } from '../errors.ts';
import type { Output } from './runtime.ts';

/** The stream is opened where it is needed: for a pipe that takes as long as loading all modules of help. */
export function outputOf(descriptor: number, open: () => NodeJS.WriteStream): Output {
  let opened: NodeJS.WriteStream | undefined;
  const stream = (): NodeJS.WriteStream => {
    // Without a listener, a closed pipe would end the process with a stack trace. `write` reports it instead.
    opened ??= open().on('error', () => undefined);
    return opened;
  };
  const isSpecial = isDevice(descriptor);
  const isTerminal = isSpecial && stream().isTTY === true;
  const writeToStream = (text: string | Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      stream().write(text, (error) => {
        if (!error) resolve();
        else reject(writeFailure(error));
      });
    });
  return {
    isTerminal,
    get columns() {
      return isTerminal ? stream().columns : undefined;
    },
    get rows() {
      return isTerminal ? stream().rows : undefined;
    },
    write: async (text) => {
      if (isSpecial || opened !== undefined) return writeToStream(text);
      const rest = writeDirectly(descriptor, Buffer.from(text));
      if (rest.length > 0) return writeToStream(rest);
    },
  };
}

function isDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return true;
  }
}

/** The bytes that are left when the pipe is full and another process made it one that does not wait. */
function writeDirectly(descriptor: number, bytes: Uint8Array): Uint8Array {
  let rest = bytes;
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw writeFailure(error as Error);
  }
  return rest;
}

/** A closed pipe is not an error. A full disk is, but not a bug. */
function writeFailure(error: Error): Error {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EPIPE'
    ? new OutputClosed()
    : new Failure('unexpected', `Could not write the output: ${code ?? error.message}.`, {
        hint: 'Any change has already been applied.',
        cause: error,
      });
}
