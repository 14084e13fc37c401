// The web app is built when what goes into it has changed since dist/ was made.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot, stop, timed } from './repository.mjs';
import { run } from './run.mjs';

const INPUTS = [
  'src',
  'contract',
  'locales',
  'manifest',
  'service-worker',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.base.json',
];
// A dot file, so that neither the worker's precache list nor the static server takes it for a part of the app.
const STAMP = 'dist/.inputs.sha256';
const TEST = /\.(test|test-d|spec)\.tsx?$/;

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

/** A hash of everything the build reads, tests left out. */
function inputsHash() {
  const hash = createHash('sha256');
  for (const file of INPUTS.flatMap(filesUnder).filter((name) => !TEST.test(name))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(fromRoot(file)))
      .update('\0');
  }
  return hash.digest('hex');
}

// The runner reads the TypeScript that vite.config.ts imports from contract, which Node 20 cannot load by itself.
const BUILD = ['build', '--configLoader', 'runner', '--logLevel', 'warn'];

/** Builds the web app into dist/ unless it is there and up to date. */
export async function ensureBuilt() {
  const inputs = inputsHash();
  if (existsSync(fromRoot(STAMP)) && readFileSync(fromRoot(STAMP), 'utf8') === inputs) return;
  const vite = fromRoot('node_modules/vite/bin/vite.js');
  const { status, output } = await timed('Building the app', () =>
    run(process.execPath, [vite, ...BUILD], { env: { NODE_ENV: 'production' } }),
  );
  if (status !== 0) stop(`${output}\nThe build failed: see above.`);
  writeFileSync(fromRoot(STAMP), inputs);
}
