// Dependencies are installed when package-lock.json says something else than what lies in node_modules.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fromRoot, readJson, requireNode, stop, timed } from './repository.mjs';
import { run } from './run.mjs';

const LOCK = 'package-lock.json';
const INSTALLED = 'node_modules/.package-lock.json';
const STAMP = 'node_modules/.cache/halyard/lock.sha256';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} LockedPackage */

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(fromRoot(LOCK)))
    .digest('hex');

function hasStamp() {
  return existsSync(fromRoot(STAMP)) && readFileSync(fromRoot(STAMP), 'utf8') === lockHash();
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

function matchesLock() {
  return existsSync(fromRoot(INSTALLED)) && isInstalled(readJson(LOCK).packages, readJson(INSTALLED).packages);
}

function writeStamp() {
  mkdirSync(dirname(fromRoot(STAMP)), { recursive: true });
  writeFileSync(fromRoot(STAMP), lockHash());
}

/** Installs the dependencies of the lock file unless they are there. */
export async function ensureInstalled() {
  requireNode();
  if (hasStamp()) return;
  if (!matchesLock()) {
    const { status, output } = await timed('Installing dependencies', () =>
      run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']),
    );
    if (status !== 0) stop(`${output}\nnpm ci failed: see above. Check the network and the disk, then try again.`);
  }
  writeStamp();
}
