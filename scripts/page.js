// Bundles the script and the style of the page that shows a workflow. Both are embedded in the document.
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const fileOf = (name) => fileURLToPath(new URL(`../src/nouns/workflow/pictures/page/${name}`, import.meta.url));

const built = (name) => {
  const { outputFiles, metafile } = buildSync({
    entryPoints: [fileOf(name)],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    charset: 'ascii',
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  return { text: outputFiles[0].text.trim(), metafile };
};

const script = built('page.ts');

export const page = { script: script.text, style: built('page.css').text };

/** The sources of the script, for the list of licenses. */
export const pageMetafile = script.metafile;
