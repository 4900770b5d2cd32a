/** Which input is refused. */
import { type Failure, usage } from '../errors.ts';

export const NOT_A_FILE = 'it is not a regular file or a pipe';

export const tooLarge = (name: string, limit: number, hint?: string): Failure =>
  usage(`${name} is larger than ${limit < 2 ** 20 ? `${limit} bytes` : `${limit / 2 ** 20} MB`}.`, hint);
