/**
 * The empty database that tests start from, as an image and as a folder: made once and cached until its migrations or
 * PGlite change.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { imageOfEmptyDatabase, openDatabase } from '../db/connect.ts';

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/halyard-database', import.meta.url));
const DATABASE = fileURLToPath(new URL('../db', import.meta.url));
const PGLITE = createRequire(import.meta.url).resolve('@electric-sql/pglite');

/** The image, from the cache if present. */
export async function emptyDatabase(): Promise<Blob> {
  const path = join(CACHE, `${await digestOfSources()}.tar`);
  if (!existsSync(path)) await keep(path);
  return new Blob([await readFile(path)]);
}

// Several processes may do this in parallel: each writes a file of its own, and the last one stays.
async function keep(path: string): Promise<void> {
  const image = await imageOfEmptyDatabase();
  await mkdir(CACHE, { recursive: true });
  const draft = join(CACHE, `${randomUUID()}.new`);
  await writeFile(draft, image.stream());
  await rename(draft, path);
}

/** Copies one into a data folder, where a first start would take ten times as long to make it. */
export async function putEmptyDatabase(dataDir: string): Promise<void> {
  const path = join(CACHE, await digestOfSources());
  if (!existsSync(path)) await keepFolder(path);
  await cp(path, join(dataDir, 'pg'), { recursive: true });
}

// Of several parallel processes one is the first.
async function keepFolder(path: string): Promise<void> {
  const draft = join(CACHE, `${randomUUID()}.new`);
  await mkdir(draft, { recursive: true });
  await (await openDatabase({ dataDir: draft })).close();
  await rename(join(draft, 'pg'), path).catch((error: unknown) => {
    if (!existsSync(path)) throw error;
  });
  await rm(draft, { recursive: true });
}

let digest: Promise<string> | undefined;

/** Digest of everything that an empty database is made from, read once. */
export function digestOfSources(): Promise<string> {
  return (digest ??= readSources());
}

async function readSources(): Promise<string> {
  const names = await readdir(DATABASE, { recursive: true, withFileTypes: true });
  const sources = names
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const path of [...sources.toSorted(), PGLITE]) hash.update(path).update(await readFile(path));
  return hash.digest('hex').slice(0, 16);
}
