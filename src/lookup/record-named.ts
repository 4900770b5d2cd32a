/** The one record that has a name, or the failure that lists the candidates. */
import { Failure, usage } from '../errors.ts';
import { matchName, type Named } from './match.ts';

/** A type of record: `theme`, and the command that lists such records. */
export interface RecordType {
  readonly name: string;
  readonly list: string;
}

/** Throws `usage` where several records have the name, and `not_found` with the nearest names where none has. */
export function recordNamed<Record extends Named>(name: string, records: readonly Record[], type: RecordType): Record {
  const match = matchName(name, records);
  const quoted = JSON.stringify(name);
  switch (match.type) {
    case 'one':
      return match.record;
    case 'several':
      throw usage(
        `${match.records.length} ${type.name}s are named ${quoted}.`,
        `Use one of the IDs: ${match.records.map(({ id }) => id).join(', ')}.`,
      );
    case 'none': {
      const nearest = match.nearest
        .map((near) =>
          near.id === near.name ? JSON.stringify(near.name) : `${JSON.stringify(near.name)} (${near.id})`,
        )
        .join(', ');
      const hint = nearest === '' ? `Run \`loopsctl ${type.list}\` to see the names.` : `Did you mean ${nearest}?`;
      throw new Failure('not_found', `No ${type.name} is named ${quoted}.`, { hint });
    }
  }
}
