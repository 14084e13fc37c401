// npm run package -- <folder>: what a machine needs to run the exchange, and nothing else: builds, data files, the
// server's dependencies and their list (sbom.cdx.json, CycloneDX).
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureRunnable } from './lib/install.mjs';
import { command, fromRoot, say, stop, timed } from './lib/repository.mjs';
import { run } from './lib/run.mjs';

const CONTENTS = [
  'LICENSE',
  'package.json',
  'package-lock.json',
  'contract/package.json',
  'server/package.json',
  'server/build',
  'server/lists',
  'server/src/db/embedded/pgliteWorker.mjs',
  'server/src/db/functions',
  'server/src/db/migrations',
  'verify/build',
  'dist',
  'content',
];

/** @param {string} cwd @param {string[]} args */
async function npm(cwd, ...args) {
  const { status, output } = await run('npm', args, { cwd });
  if (status !== 0) stop(output);
  return output;
}

await command(async () => {
  const [given] = process.argv.slice(2);
  if (given === undefined) stop('Name a new folder: npm run package -- /srv/halyard');
  const target = resolve(process.env['INIT_CWD'] ?? '.', given);
  if (existsSync(target) && readdirSync(target).length > 0) stop(`${target} is not empty.`);
  await ensureRunnable();
  await ensureBuilt();
  mkdirSync(target, { recursive: true });
  for (const path of CONTENTS) cpSync(fromRoot(path), join(target, path), { recursive: true });
  const only = ['--workspace', '@halyard/server', '--workspace', '@halyard/contract', '--omit=dev'];
  await timed('Installing the dependencies of the server', () => npm(target, 'ci', ...only, '--no-audit', '--no-fund'));
  const list = await npm(target, 'sbom', ...only, '--package-lock-only', '--sbom-format', 'cyclonedx');
  writeFileSync(join(target, 'sbom.cdx.json'), list);
  say(`${target}: start it with node server/build/server.mjs, operate it with node server/build/operator.mjs.`);
});
