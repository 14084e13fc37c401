// Rebuilds a build when its inputs have changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot, stop, timed } from './repository.mjs';
import { run } from './run.mjs';

/** @typedef {{ name: string, config: string, inputs: string[], stamp: string }} Build */

const SHARED_INPUTS = ['contract', 'package-lock.json', 'tsconfig.base.json'];
/** The web app, into dist/. @type {Build} */
const APP = {
  name: 'the app',
  config: 'vite.config.ts',
  inputs: ['src', 'locales', 'manifest', 'service-worker', 'public', 'index.html', ...SHARED_INPUTS],
  // A dot file, so that neither the worker's precache list nor the static server treats it as a part of the app.
  stamp: 'dist/.inputs.sha256',
};
/** The exchange and the operator's tool, into server/build/ (adr 0019). @type {Build} */
const SERVER = {
  name: 'the server',
  config: 'vite.server.config.ts',
  inputs: ['server/src', ...SHARED_INPUTS],
  stamp: 'server/build/.inputs.sha256',
};
/** The tool that verifies the public log, into verify/build/. @type {Build} */
const VERIFY = {
  name: 'halyard-verify',
  config: 'vite.verify.config.ts',
  inputs: ['verify/src', ...SHARED_INPUTS],
  stamp: 'verify/build/.inputs.sha256',
};
/** The app with a simulated server, into gallery/app/. @type {Build} */
const GALLERY = {
  name: 'the gallery',
  config: 'scripts/gallery.config.ts',
  inputs: ['src', 'locales', 'manifest', 'public', 'content', ...SHARED_INPUTS],
  stamp: 'gallery/app/.inputs.sha256',
};
const TEST = /\.(test|spec)\.tsx?$/;

/**
 * Every file under a path, in a stable order.
 * @param {string} path from the root of the repository
 * @returns {string[]}
 */
function filesUnder(path) {
  if (!existsSync(fromRoot(path))) return [];
  if (!statSync(fromRoot(path)).isDirectory()) return [path];
  return readdirSync(fromRoot(path))
    .filter((name) => name !== 'node_modules')
    .toSorted()
    .flatMap((name) => filesUnder(join(path, name)));
}

/**
 * A hash of everything a build reads, tests left out.
 * @param {Build} build
 */
function inputsHash({ inputs, config }) {
  const hash = createHash('sha256');
  for (const file of [...inputs, config].flatMap(filesUnder).filter((name) => !TEST.test(name))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(fromRoot(file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * Runs in parallel the builds that are missing or older than their inputs.
 * @param {...Build} builds
 */
async function ensure(...builds) {
  const stale = builds
    .map((build) => ({ ...build, hash: inputsHash(build) }))
    .filter(({ stamp, hash }) => !existsSync(fromRoot(stamp)) || readFileSync(fromRoot(stamp), 'utf8') !== hash);
  if (stale.length === 0) return;
  const title = `Building ${new Intl.ListFormat('en').format(stale.map(({ name }) => name))}`;
  const results = await timed(title, () => Promise.all(stale.map(runVite)));
  for (const [index, { status, output }] of results.entries()) {
    const { name, stamp, hash } = /** @type {typeof stale[number]} */ (stale[index]);
    if (status !== 0) stop(`${output}\nBuilding ${name} failed: see above.`);
    writeFileSync(fromRoot(stamp), hash);
  }
}

/** @param {Build} build */
function runVite({ config }) {
  const vite = fromRoot('node_modules/vite/bin/vite.js');
  // The runner reads the TypeScript that a configuration imports from contract, which Node 20 cannot load by itself.
  const args = [vite, 'build', '--config', config, '--configLoader', 'runner', '--logLevel', 'warn'];
  return run(process.execPath, args, { env: { NODE_ENV: 'production' } });
}

/** Builds the server into server/build/ unless it is there and up to date. */
export const ensureServerBuilt = () => ensure(SERVER);

/** Builds halyard-verify into verify/build/ unless it is there and up to date. */
export const ensureVerifyBuilt = () => ensure(VERIFY);

/** Builds the app of the gallery into gallery/app/ unless it is there and up to date. */
export const ensureGalleryBuilt = () => ensure(GALLERY);

/** Builds the web app into dist/, the verifier and the server, unless they are there and up to date. */
export const ensureBuilt = () => ensure(APP, VERIFY, SERVER);
