/**
 * Keeps the data folder to its owner: it holds the database, keys and users' papers. What the process makes is private
 * by its `umask`; these two see to what that does not reach.
 */
import { chmodSync, existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Permissions of everybody but the owner. */
export const OF_OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * Closes a data folder that is open to others, and the database in it: one that an older version made, or that an
 * administrator gave. What is somebody else's or shared by its nature (`/tmp`) stays as it is.
 */
export function makePrivate(dataDir: string): void {
  const folder = lstatSync(dataDir, { throwIfNoEntry: false });
  if (folder === undefined || folder.uid !== process.getuid?.()) return;
  if ((folder.mode & OF_OTHERS) === 0 || (folder.mode & STICKY) !== 0) return;
  closeTree(join(dataDir, 'pg'));
  // The last, so that one that was cut off is done again.
  chmodSync(dataDir, folder.mode & ~OF_OTHERS);
}

/**
 * Takes a folder and all in it from everybody but the owner: PGlite makes a database whose files anybody may write,
 * whatever the `umask`.
 */
export function closeTree(folder: string): void {
  if (!existsSync(folder)) return;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => !entry.isSymbolicLink()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of [folder, ...paths]) chmodSync(path, lstatSync(path).mode & ~OF_OTHERS);
}
