// Dependencies are installed when package-lock.json says something else than what lies in node_modules: those of the
// repository, and those of a folder that has its own lock file, as the benchmarks do.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fromRoot, readJson, requireNode, stop, timed } from './repository.mjs';
import { run } from './run.mjs';

const LOCK = 'package-lock.json';
const INSTALLED = 'node_modules/.package-lock.json';
const STAMP = 'node_modules/.cache/halyard/lock.sha256';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} LockedPackage */

/** @param {string} folder */
const lockHash = (folder) =>
  createHash('sha256')
    .update(readFileSync(fromRoot(join(folder, LOCK))))
    .digest('hex');

/** @param {string} folder */
function hasStamp(folder) {
  const stamp = fromRoot(join(folder, STAMP));
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash(folder);
}

/**
 * Whether what npm wrote down about node_modules is what the lock file asks for. True after somebody's own `npm
 * install`, which leaves no stamp of ours, so that a start does not install everything a second time.
 * @param {Record<string, LockedPackage>} locked
 * @param {Record<string, LockedPackage>} installed
 */
export function isInstalled(locked, installed) {
  return Object.entries(locked).every(([path, wanted]) => {
    const found = installed[path];
    // Packages for other platforms are locked but not installed; the root itself is not written down.
    if (path === '' || (!found && wanted.optional)) return true;
    return found !== undefined && found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

/** @param {string} folder */
function matchesLock(folder) {
  const [lock, installed] = [join(folder, LOCK), join(folder, INSTALLED)];
  return existsSync(fromRoot(installed)) && isInstalled(readJson(lock).packages, readJson(installed).packages);
}

/** @param {string} folder */
function writeStamp(folder) {
  const stamp = fromRoot(join(folder, STAMP));
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, lockHash(folder));
}

/**
 * Installs the dependencies of the folder's lock file unless they are there.
 * @param {string} [folder] from the root of the repository
 * @param {string} [title]
 */
export async function ensureInstalled(folder = '.', title = 'Installing dependencies') {
  requireNode();
  if (hasStamp(folder)) return;
  if (!matchesLock(folder)) {
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
    const { status, output } = await timed(title, () => run('npm', args, { cwd: fromRoot(folder) }));
    if (status !== 0) stop(`${output}\nnpm ci failed: see above. Check the network and the disk, then try again.`);
  }
  writeStamp(folder);
}

/** Installs the libraries that only benchmarks use, Lighthouse among them. */
export const ensureBenchInstalled = () => ensureInstalled('bench', 'Installing libraries of the benchmarks');
