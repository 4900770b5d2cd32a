/** The sandbox file of the noun: sample data and routes. */
import { section } from '../../src/sandbox/account.ts';
import { collection } from '../../src/sandbox/collection.ts';
import type { SandboxNoun } from '../../src/sandbox/handler.ts';
import { FIRST, type Gadget } from './gadgets.ts';

const items = section<Gadget[]>('gadgets', () =>
  ['Anvil', 'Bellows'].map((name, index) => ({
    id: index === 0 ? FIRST : 'cgadget00000000000000000b',
    name,
    size: 1_200 * (index + 1),
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-02T00:00:00.000Z',
  })),
);

export const sandboxGadgets: SandboxNoun = {
  sections: [items],
  handlers: collection('gadgets', { section: items, noun: 'Gadget', recordOf: (gadget) => gadget }).handlers,
};
