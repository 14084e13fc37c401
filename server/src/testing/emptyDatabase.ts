/** The image of an empty database that tests start from, made once and kept beside the other caches until what makes it or PGlite changes. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { imageOfEmptyDatabase } from '../db/connect.ts';

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/halyard-database', import.meta.url));
const DATABASE = fileURLToPath(new URL('../db', import.meta.url));
const PGLITE = createRequire(import.meta.url).resolve('@electric-sql/pglite');

/** The image, from the cache where it is there. */
export async function emptyDatabase(): Promise<Blob> {
  const path = join(CACHE, `${await digestOfSources()}.tar`);
  if (!existsSync(path)) await keep(path);
  return new Blob([await readFile(path)]);
}

// Several processes may do this at once: each writes a file of its own, and the last one stays.
async function keep(path: string): Promise<void> {
  const image = await imageOfEmptyDatabase();
  await mkdir(CACHE, { recursive: true });
  const draft = join(CACHE, `${randomUUID()}.new`);
  await writeFile(draft, image.stream());
  await rename(draft, path);
}

/** Names all that an empty database is made from: with another one it is another database. */
export async function digestOfSources(): Promise<string> {
  const names = await readdir(DATABASE, { recursive: true, withFileTypes: true });
  const sources = names
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const path of [...sources.toSorted(), PGLITE]) hash.update(path).update(await readFile(path));
  return hash.digest('hex').slice(0, 16);
}
