/** The commands for components: list, show, create, update. */
import * as z from 'zod';
import { type Context, collectionCommand, command } from '../../define/command.ts';
import { textOf } from '../../define/json.ts';
import { withEveryField } from '../../define/operation.ts';
import type { Question } from '../../define/question.ts';
import type { Column, View } from '../../define/view.ts';
import { Failure } from '../../errors.ts';
import { diffLines } from '../../text/diff.ts';
import { formatAnyCount } from '../../text/number.ts';
import { bodyFormat } from '../messages/body-format.ts';
import { LMX_CALLS, readLmx } from '../messages/lmx-file.ts';
import { COUNTING, noteUsage, refuseEmptyChange, USAGE_CALLS, usageInput } from '../messages/usage.ts';
import { bodyLines } from '../messages/words.ts';
import { createOnce } from '../twins.ts';
import {
  Component,
  componentById,
  createComponent,
  getComponent,
  listComponents,
  updateComponent,
} from './operations.ts';

const columns: readonly Column[] = [
  { heading: 'Name', path: 'name' },
  { heading: 'ID', path: 'id', kind: 'id' },
  {
    heading: 'Text',
    path: 'lmx',
    // Line breaks were escaped with all other control characters.
    show: (lmx) => bodyLines(textOf(lmx).replaceAll('\\n', '\n')).join(' · '),
  },
];

const details: View = { kind: 'details', columns };
const changedDetails: View = {
  kind: 'details',
  columns: [...columns, { heading: 'Emails changed', path: 'affectedEmailCount', kind: 'number' }],
};

const name = z.string().min(1).describe('name of the component');
const lmxFile = z.string().describe('file with the body in LMX; - for stdin').meta({ placeholder: 'file' });

export const listCommand = collectionCommand(listComponents, {
  examples: [
    { does: 'All components', line: 'components list' },
    { does: 'Components with a word in their name', line: 'components list --search footer' },
  ],
  columns: [
    { heading: 'NAME', path: 'name' },
    {
      heading: 'TEXT',
      path: 'lmx',
      show: (lmx) => bodyLines(textOf(lmx).replaceAll('\\n', '\n')).join(' · '),
      csv: { name: 'lmx' },
      minor: true,
    },
    { heading: 'ID', path: 'id', kind: 'id' },
  ],
  empty: 'No components.',
});

export const showCommand = command({
  input: z.object(componentById),
  positionals: ['componentId'],
  calls: [getComponent],
  output: Component,
  examples: [
    { does: 'One component', line: 'components show Footer' },
    { does: 'Its body, for a file', line: 'components show Footer -o lmx' },
  ],
  run: (context, { componentId }) => context.call(getComponent, { componentId }),
  view: details,
  formats: bodyFormat,
});

export const createCommand = command({
  notes: 'The API has no way to delete a component.',
  input: z.object({ name, lmxFile }),
  calls: [createComponent, listComponents, ...LMX_CALLS],
  output: Component,
  examples: [{ does: 'From a file', line: 'components create --name "Legal footer" --lmx-file footer.lmx' }],
  run: async (context, { name, lmxFile }) => {
    const lmx = await readLmx(context, lmxFile);
    const component = await createOnce(context, {
      noun: 'component',
      name,
      list: listComponents,
      create: () => context.call(createComponent, { name, lmx }),
    });
    context.note('Created the component.');
    return component;
  },
  view: details,
});

const updateInput = z.object({
  ...componentById,
  name: name.optional(),
  lmxFile: lmxFile.optional(),
  ...usageInput,
});
type UpdateInput = z.output<typeof updateInput>;

const usesComponent = (componentId: string) => (lmx: string) => lmx.includes(`componentId="${componentId}"`);

/** Shows what changes. A file on standard input cannot be read twice, so its content is not shown. */
async function question(
  context: Context,
  { componentId, lmxFile, countUses }: UpdateInput,
): Promise<Question | undefined> {
  if (lmxFile === undefined) return undefined;
  const { name, lmx } = await context.call(getComponent, { componentId });
  if (lmxFile !== '-') {
    for (const line of await diffLines(`${lmx}\n`, `${await readLmx(context, lmxFile)}\n`)) context.note(line);
  }
  await noteUsage(context, usesComponent(componentId), countUses || context.canAsk());
  return {
    question: `Change the body of component ${JSON.stringify(name)} in every email that uses it?`,
    requireSame: async () => {
      const now = await context.call(getComponent, { componentId });
      if (now.lmx === lmx) return;
      for (const line of await diffLines(`${lmx}\n`, `${now.lmx}\n`)) context.note(line);
      throw new Failure('conflict', 'The component was changed while the question was open. Nothing was changed.', {
        hint: 'The difference is printed above. Run the command again to replace the new body.',
      });
    },
  };
}

export const updateCommand = command({
  notes: `A new body changes every email that uses the component, at once. The API has no dry run, no revisions and no undo for it, so keep the old body: \`loopsctl components show <id> -o lmx\`. A new name changes no email.\n\n${COUNTING}`,
  input: updateInput,
  positionals: ['componentId'],
  calls: [withEveryField(updateComponent), getComponent, ...USAGE_CALLS, ...LMX_CALLS],
  output: updateComponent.output,
  question,
  examples: [
    { does: 'Print the request without sending it', line: 'components update Footer --lmx-file footer.lmx --dry-run' },
    { does: 'Rename a component', line: 'components update Footer --name "Footer 2026"' },
  ],
  run: async (context, { componentId, name, lmxFile, countUses }) => {
    refuseEmptyChange({ name, lmxFile }, '--name or --lmx-file');
    await noteUsage(context, usesComponent(componentId), countUses && lmxFile !== undefined);
    const component = await context.call(updateComponent, {
      componentId,
      ...(name === undefined ? {} : { name }),
      ...(lmxFile === undefined ? {} : { lmx: await readLmx(context, lmxFile) }),
    });
    context.note(`Updated the component. The change reached ${formatAnyCount(component.affectedEmailCount, 'email')}.`);
    return component;
  },
  view: changedDetails,
});
