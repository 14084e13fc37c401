/** Builds the service worker after the app, with the list of files that it caches at installation. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

/** File to cache; `url` is relative to the app. A `null` revision means that the name changes with the content. */
type PrecachedFile = { readonly revision: string | null; readonly url: string };

const SOURCE = fileURLToPath(new URL('../service-worker/sw.ts', import.meta.url));
/** Placeholder for the file list, by Workbox's convention. */
const LIST = 'self.__WB_MANIFEST';
const HASHED = /^assets\//;

/** Vite plugin. Calls `filesToCache` after the app is written. */
export function workerPlugin(filesToCache: () => readonly string[]): Plugin {
  let folder = '';
  return {
    name: 'halyard-worker',
    apply: 'build',
    configResolved: ({ root, build: { outDir } }) => {
      folder = resolve(root, outDir);
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const files = filesToCache().map((url) => ({ revision: HASHED.test(url) ? null : digest(folder, url), url }));
        writeFileSync(join(folder, 'sw.js'), await buildWorker(files));
      },
    },
  };
}

/** Script of the worker. */
async function buildWorker(files: readonly PrecachedFile[]): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry: SOURCE, formats: ['iife'], name: 'worker' } },
  })) as Rolldown.RolldownOutput[];
  const code = output[0]?.output[0].code ?? '';
  if (!code.includes(LIST)) throw new Error(`the worker does not read ${LIST}`);
  // Inserted after minification, so that the list stays JSON, which the size check parses.
  return code.replace(LIST, () => JSON.stringify(files));
}

function digest(folder: string, url: string): string {
  return createHash('sha256')
    .update(readFileSync(join(folder, url)))
    .digest('hex')
    .slice(0, 32);
}
