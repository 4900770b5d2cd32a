// Makes one script and one style of the page that shows a workflow: browsers get them inside the document.
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

/** What went into the script, for whoever writes down its licences. */
export const pageMetafile = script.metafile;
