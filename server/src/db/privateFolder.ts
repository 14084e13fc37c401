/**
 * Restricts the data folder to its owner: it contains the database, keys and users' documents. The process's `umask`
 * makes new files private; these functions cover the rest.
 */
import { chmodSync, existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Permission bits of group and others. */
export const OF_OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * Removes other users' access to a data folder, and to the database in it, when an older version or an administrator
 * created it with wider permissions. A folder of another owner or a shared one (`/tmp`) is not changed.
 */
export function makePrivate(dataDir: string): void {
  const folder = lstatSync(dataDir, { throwIfNoEntry: false });
  if (folder === undefined || folder.uid !== process.getuid?.()) return;
  if ((folder.mode & OF_OTHERS) === 0 || (folder.mode & STICKY) !== 0) return;
  closeTree(join(dataDir, 'pg'));
  // Last, so that an interrupted run is repeated.
  chmodSync(dataDir, folder.mode & ~OF_OTHERS);
}

/**
 * Removes other users' access to a folder and all its contents: PGlite creates files with wide permissions regardless
 * of the `umask`.
 */
export function closeTree(folder: string): void {
  if (!existsSync(folder)) return;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => !entry.isSymbolicLink()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of [folder, ...paths]) chmodSync(path, lstatSync(path).mode & ~OF_OTHERS);
}
