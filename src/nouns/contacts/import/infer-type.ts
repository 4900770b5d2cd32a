/** The type of a property that does not exist yet, from all values of its column. */
import type { PropertyType } from '../../properties.ts';
import { checkText } from '../property-values.ts';

export interface TypeInference {
  see(value: unknown): void;
  /** Undefined where no type fits all values. */
  type(): PropertyType | undefined;
}

/** A leading zero or plus sign is part of a phone number or a postal code. */
const COUNT = /^-?(0|[1-9]\d{0,14})(\.\d+)?$/;
const BOOLEAN = /^(true|false)$/i;
const DAY = /^\d{4}-\d\d-\d\d/;

const isDateText = (text: string): boolean =>
  DAY.test(text) && checkText({ key: '', label: '', type: 'date' }, text).problem === undefined;

const FITS: Readonly<Record<PropertyType, (value: unknown) => boolean>> = {
  boolean: (value) => typeof value === 'boolean' || (typeof value === 'string' && BOOLEAN.test(value.trim())),
  number: (value) => typeof value === 'number' || (typeof value === 'string' && COUNT.test(value.trim())),
  date: (value) => typeof value === 'string' && isDateText(value.trim()),
  string: (value) => typeof value === 'string',
};

export function inferType(): TypeInference {
  let possible: readonly PropertyType[] = ['boolean', 'number', 'date', 'string'];
  let seen = false;
  return {
    see(value) {
      seen = true;
      possible = possible.filter((type) => FITS[type](value));
    },
    type: () => (seen ? possible[0] : 'string'),
  };
}
