/**
 * Decides which files the worker caches at installation and which the page requests later, and compresses the build.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { planFetching, type BuildManifest, type FetchPlan } from './precache.ts';

/** Same value as `LATER_FILE` in the contract, which Node cannot load from here. */
const LATER_FILE = 'later.json';
const CODE = /\.(js|css)$/;
/** Fetched by the page itself. */
const BESIDE_ASSETS = ['index.html', 'start.js', 'theme.js', 'icons/icon.svg', 'manifest.webmanifest'];
const COMPRESSED = /\.(js|css|html|svg|json|webmanifest)$/;
/** Compression gains nothing for smaller files. */
const COMPRESS_FROM_BYTES = 600;
/** The highest level takes ten times as long and saves another twentieth. */
const BROTLI_QUALITY = 9;

/**
 * Vite plugins `plan` (runs before the worker is built) and `compress` (runs after it), and the list of files that the
 * worker caches at installation: the start, the page with its scripts, its manifest and its icon.
 */
export function fetchPlan() {
  let made: FetchPlan | undefined;
  let folder = '';
  const plan: Plugin = {
    name: 'halyard-fetch-plan',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    writeBundle: () => {
      made = planFetching(JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as BuildManifest);
      writeFileSync(join(folder, LATER_FILE), JSON.stringify({ files: made.afterwards, texts: made.texts }));
    },
  };
  const compress: Plugin = {
    name: 'halyard-compress',
    apply: 'build',
    enforce: 'post',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: () =>
        filesUnder(folder)
          .filter((file) => COMPRESSED.test(file))
          .forEach(compressFile),
    },
  };
  const filesToCache = () => [
    ...[...(made?.atOnce ?? [])].filter((file) => CODE.test(file)).toSorted(),
    ...BESIDE_ASSETS,
  ];
  return { plan, compress, filesToCache };
}

function compressFile(path: string): void {
  const content = readFileSync(path);
  if (content.length < COMPRESS_FROM_BYTES) return;
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
}

/** Dot files are not served. */
function filesUnder(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? filesUnder(path) : [path];
    });
}
