/** The image of an empty database that tests start from, made once and kept beside the other caches until a migration or PGlite changes. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { imageOfEmptyDatabase } from '../db/connect.ts';

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/halyard-database', import.meta.url));
const MIGRATIONS = fileURLToPath(new URL('../db/migrations', import.meta.url));
const OPENING = fileURLToPath(new URL('../db/connect.ts', import.meta.url));
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

async function digestOfSources(): Promise<string> {
  const names = await readdir(MIGRATIONS, { recursive: true, withFileTypes: true });
  const migrations = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const path of [...migrations.toSorted(), OPENING, PGLITE]) hash.update(path).update(await readFile(path));
  return hash.digest('hex').slice(0, 16);
}
