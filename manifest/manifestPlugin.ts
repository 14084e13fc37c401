/** Adds the manifests to the build and to the development server, and links the English one. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';
import type { Language } from '@halyard/contract/languages';
import { BASE, manifestFile } from './base.ts';
import type * as manifest from './manifest.ts';

/** Path below the app and text of a manifest. */
type ManifestFile = { readonly fileName: string; readonly source: string };

/** Vite plugin. */
export function manifestPlugin(): Plugin {
  return {
    name: 'halyard-manifest',
    async generateBundle() {
      for (const file of await renderManifests()) this.emitFile({ type: 'asset', ...file });
    },
    async configureServer(server) {
      const files = await renderManifests();
      server.middlewares.use((request, response, next) => {
        const file = files.find(({ fileName }) => request.url === `${BASE}${fileName}`);
        if (file === undefined) {
          next();
          return;
        }
        response.setHeader('Content-Type', 'application/manifest+json');
        response.end(file.source);
      });
    },
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: `${BASE}manifest.webmanifest` }, injectTo: 'head' },
    ],
  };
}

async function renderManifests(): Promise<readonly ManifestFile[]> {
  // Node cannot load the typed source of another workspace; Vite can.
  const { module } = await runnerImport<typeof manifest>(fileURLToPath(new URL('./manifest.ts', import.meta.url)));
  return module.MANIFEST_LANGUAGES.map((language) => {
    const content = module.manifestOf(language, readTexts(language));
    return { fileName: manifestFile(language), source: JSON.stringify(content) };
  });
}

function readTexts(language: Language): manifest.ManifestTexts {
  const file = new URL(`../locales/${language}/manifest.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as manifest.ManifestTexts;
}
