/** The seeded components: used by no email, by one, by twelve, and by emails of every type. */
import type { Component } from '../../nouns/components/operations.ts';
import { section } from '../account.ts';
import { seedId } from '../identifiers.ts';

export const FOOTER = 'Footer';
export const SIGNATURE = 'Signature';

const COMPONENTS: ReadonlyArray<readonly [name: string, lmx: string]> = [
  [
    'Holiday banner',
    '<Section blockColor="#ffe9c7"><Paragraph align="center">We are closed on 25 December.</Paragraph></Section>',
  ],
  [SIGNATURE, '<Paragraph>Mara from Brightwater</Paragraph>'],
  [
    'App store badges',
    '<Columns>\n  <ColumnItem>\n    <Button href="https://brightwater.test/ios">iPhone</Button>\n  </ColumnItem>\n  <ColumnItem>\n    <Button href="https://brightwater.test/android">Android</Button>\n  </ColumnItem>\n</Columns>',
  ],
  [FOOTER, '<Divider />\n<Paragraph fontSize="12" align="center">Brightwater, rotas without spreadsheets</Paragraph>'],
];

/** The transactional emails whose published message has the badges. */
export const USES_BADGES: readonly string[] = [
  'Shift offer accepted',
  'Shift offer expired',
  'Mobile magic link',
  'Push notifications off',
  'Export ready',
  'Calendar connected',
  'Slack connected',
  'Time off approved',
  'Time off declined',
  'Shift changed',
  'Shift cancelled',
  'Open shift available',
];

const seededComponents = (): Component[] =>
  COMPONENTS.map(([name, lmx]) => ({ id: seedId('component', name), name, lmx }));

export const componentSection = section('components', seededComponents);
