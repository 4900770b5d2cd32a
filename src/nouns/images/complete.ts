/** `images complete`: publishes an image that was stored, but whose upload was interrupted. */
import { operationCommand } from '../../define/command.ts';
import { completeUpload } from './operations.ts';

export const completeCommand = operationCommand(completeUpload, {
  notes: '`images push` does this itself, even after an interruption. Use this for an upload by another program.',
  positionals: ['emailAssetId'],
  examples: [{ does: 'Print the URL of an image', line: 'images complete c9opvoxjhnmyjcn4k9qalna9p' }],
  view: {
    kind: 'details',
    columns: [
      { heading: 'URL', path: 'finalUrl', kind: 'id' },
      { heading: 'ID', path: 'emailAssetId', kind: 'id' },
    ],
  },
});
