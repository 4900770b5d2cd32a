/** Limits of the API on the values of events and emails, checked before anything is sent. */
import { usage } from '../../errors.ts';

const LONGEST = 500;

/** Throws a `usage` failure for a name or a text of more than 500 characters. `what` names the value, `event property`. */
export function refuseLong(name: string, value: unknown, what: string): void {
  if (name.length > LONGEST)
    throw usage(`The name of an ${what} has ${name.length} characters; ${LONGEST} are allowed.`);
  if (typeof value === 'string' && value.length > LONGEST) {
    throw usage(`The ${what} ${JSON.stringify(name)} has ${value.length} characters; ${LONGEST} are allowed.`);
  }
}
