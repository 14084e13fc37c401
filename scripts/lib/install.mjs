// Dependencies are installed when package-lock.json differs from node_modules: those of the repository, and those of a
// folder with its own lock file, such as the benchmarks. Commands that build and run the exchange need no tools of
// tests and checks.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fromRoot, readJson, requireNode, stop, timed } from './repository.mjs';
import { run } from './run.mjs';

const LOCK = 'package-lock.json';
const INSTALLED = 'node_modules/.package-lock.json';
const STAMP = 'node_modules/.cache/halyard/lock.sha256';

/**
 * An entry of a lock file.
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, dev?: boolean, link?: boolean }} LockedPackage
 */
/**
 * `run`: packages that build and run the exchange. `all`: packages that test and check it, too.
 * @typedef {'run' | 'all'} Need
 */

/** @param {string} folder */
const lockHash = (folder) =>
  createHash('sha256')
    .update(readFileSync(fromRoot(join(folder, LOCK))))
    .digest('hex');

/** @param {string} folder @param {Need} need */
const stampOf = (folder, need) => `${need} ${lockHash(folder)}`;

/** @param {string} folder @param {Need} need */
function hasStamp(folder, need) {
  const path = fromRoot(join(folder, STAMP));
  const found = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return found === stampOf(folder, 'all') || found === stampOf(folder, need);
}

/**
 * Whether npm's own record of node_modules matches the lock file. True after a manual `npm install`, which leaves no
 * stamp of ours, so that a start does not install everything a second time.
 * @param {Record<string, LockedPackage>} locked
 * @param {Record<string, LockedPackage>} installed
 * @param {Need} [need]
 */
export function isInstalled(locked, installed, need = 'all') {
  return Object.entries(locked).every(([path, wanted]) => {
    const found = installed[path];
    // Packages for other platforms are locked but not installed; the root itself is not recorded.
    if (path === '' || (!found && (wanted.optional || (need === 'run' && wanted.dev)))) return true;
    return found !== undefined && found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

/** @param {string} folder @param {Need} need */
function matchesLock(folder, need) {
  const [lock, installed] = [join(folder, LOCK), join(folder, INSTALLED)];
  return existsSync(fromRoot(installed)) && isInstalled(readJson(lock).packages, readJson(installed).packages, need);
}

/** @param {string} folder */
function hasTools(folder) {
  const path = join(folder, INSTALLED);
  if (!existsSync(fromRoot(path))) return false;
  const installed = /** @type {LockedPackage[]} */ (Object.values(readJson(path).packages));
  return installed.some(({ dev }) => dev === true);
}

/** @param {string} folder @param {Need} need */
function writeStamp(folder, need) {
  const stamp = fromRoot(join(folder, STAMP));
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, stampOf(folder, need));
}

/**
 * Installs the dependencies of the folder's lock file unless they are there.
 * @param {{ folder?: string, title?: string, need?: Need }} [choice] `folder` from the root of the repository
 */
export async function ensureInstalled({ folder = '.', title = 'Installing dependencies', need = 'all' } = {}) {
  requireNode();
  if (hasStamp(folder, need)) return;
  if (!matchesLock(folder, need)) {
    // Keep the tools where they are installed: tests run `npm start` and `npm run operator` as well.
    const dev = need === 'all' || hasTools(folder) ? '--include=dev' : '--omit=dev';
    const args = ['ci', dev, '--no-audit', '--no-fund', '--loglevel=error'];
    const { status, output } = await timed(title, () => run('npm', args, { cwd: fromRoot(folder) }));
    if (status !== 0) stop(`${output}\nnpm ci failed: see above. Check the network and the disk, then try again.`);
  }
  writeStamp(folder, need);
}

/** Installs the packages that build and run the exchange, without the tools of tests and checks. */
export const ensureRunnable = () => ensureInstalled({ need: 'run' });

/** Installs the libraries that only benchmarks use, Lighthouse among them. */
export const ensureBenchInstalled = () =>
  ensureInstalled({ folder: 'bench', title: 'Installing libraries of the benchmarks' });
