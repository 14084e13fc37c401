// Budgets for the JavaScript a route loads, gzipped, read from Vite's manifest: the download of a phone before the
// first screen works, and the addition of each further route. The charts, the map and the rating of passwords are the
// exceptions: each is one library that is larger than a route may be, in its own chunk that no route waits for, and is
// reported separately.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ensureBuilt } from '../lib/build.mjs';
import { ROOT, readJson, say } from '../lib/repository.mjs';

const FIRST_ROUTE_KB_MAX = 195;
const OTHER_ROUTE_KB_MAX = 40;
/** Size on the device of the files that the worker caches from its installation on: 1.1 MB. */
const PRECACHE_KB_MAX = 1104;
// News load on home when the browser is idle, first steps and the search when they are wanted, and cached data only
// without the exchange; they count as routes. The page
// itself has the name of its chunk where that contains the whole of it.
const HOME = /^(_home-|src\/features\/home\/(?!news\/|cached\/|later\/))/;
const ROUTE = /^src\/(features|app)\/.*\.tsx$/;
const APART = /^src\/(shared\/(charts|map)|domain\/security\/estimateStrength\b)/;
const ENGLISH = /^locales\/en\//;

type Chunk = { file: string; src?: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] };
export type Manifest = Record<string, Chunk>;
export type Row = { name: string; bytes: number; maxBytes: number | undefined };

/** The keys of a chunk and of all it imports at once; lazy imports are not followed. */
export function closure(manifest: Manifest, keys: string[]): Set<string> {
  const found = new Set<string>();
  const visit = (key: string) => {
    if (found.has(key) || !(key in manifest)) return;
    found.add(key);
    manifest[key]?.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return found;
}

/** Chunks of each route: the first one whole, every other lazy part beyond those loaded at the start. */
export function rowsOf(manifest: Manifest, sizeOf: (file: string) => number): Row[] {
  const keys = Object.keys(manifest);
  const lazy = [...new Set(keys.flatMap((key) => manifest[key]?.dynamicImports ?? []))];
  const start = closure(
    manifest,
    keys.filter((key) => manifest[key]?.isEntry),
  );
  const homes = lazy.filter((key) => HOME.test(key));
  if (homes.length === 0) throw new Error('the manifest has no home: has the name of its chunk changed?');
  const home = closure(manifest, [...start, ...homes]);
  const sum = (chunks: Iterable<string>) =>
    [...chunks]
      .map((key) => manifest[key]?.file ?? '')
      .filter((file) => file.endsWith('.js'))
      .reduce((total, file) => total + sizeOf(file), 0);
  const own = (key: string) => [...closure(manifest, [key])].filter((chunk) => !start.has(chunk));
  const rowFor = (key: string, maxBytes: number | undefined) => ({ name: key, bytes: sum(own(key)), maxBytes });
  const texts = lazy.filter((key) => ENGLISH.test(key) && /\/(common|shell|home)\./.test(key));
  return [
    { name: 'first route', bytes: sum(new Set([...home, ...texts])), maxBytes: FIRST_ROUTE_KB_MAX * 1024 },
    ...lazy.filter((key) => ROUTE.test(key) && !HOME.test(key)).map((key) => rowFor(key, OTHER_ROUTE_KB_MAX * 1024)),
    ...lazy.filter((key) => APART.test(key)).map((key) => rowFor(key, undefined)),
  ];
}

/** The files that the built worker caches from its installation on. */
export function precachedFiles(worker: string): string[] {
  return [...worker.matchAll(/\{"revision":(?:null|"[\da-f]+"),"url":"([^"]+)"\}/g)].map(([, url]) => url ?? '');
}

function precacheRow(): Row {
  const files = precachedFiles(readFileSync(join(ROOT, 'dist/sw.js'), 'utf8'));
  if (files.length === 0) throw new Error('dist/sw.js lists no files: has the form of its list changed?');
  const bytes = files.reduce((total, file) => total + readFileSync(join(ROOT, 'dist', file)).length, 0);
  return { name: `precached, not compressed (${files.length} files)`, bytes, maxBytes: PRECACHE_KB_MAX * 1024 };
}

const inKb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

function lineOf({ name, bytes, maxBytes }: Row): string {
  const isOver = maxBytes !== undefined && bytes > maxBytes;
  const limit = maxBytes === undefined ? 'reported' : `of ${maxBytes / 1024} KB${isOver ? '  TOO LARGE' : ''}`;
  return `${inKb(bytes).padStart(10)}  ${limit.padEnd(10)}  ${name}`;
}

export async function checkSizes(): Promise<boolean> {
  await ensureBuilt();
  if (!existsSync(join(ROOT, 'dist/.vite/manifest.json'))) {
    say('dist/.vite/manifest.json is missing: vite.config.ts sets build.manifest to true');
    return false;
  }
  const sizeOf = (file: string) => gzipSync(readFileSync(join(ROOT, 'dist', file))).length;
  const rows = [...rowsOf(readJson('dist/.vite/manifest.json'), sizeOf), precacheRow()];
  for (const row of rows) say(lineOf(row));
  return rows.every(({ bytes, maxBytes }) => maxBytes === undefined || bytes <= maxBytes);
}
