/**
 * Writes `version.json` beside the app. Pages without a worker detect a new build by it, and all pages detect by it
 * that the operator disabled the worker.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { env } from 'node:process';
import type { Plugin } from 'vite';

/** Product version and commit of a build, as in `version.json`. */
export type BuiltVersion = { readonly version: string; readonly commit: string };

/**
 * Reads the version from `package.json`. The commit is `VITE_COMMIT` if set, else git's, else `unknown` (sources may
 * come without git).
 */
export function readVersion(): BuiltVersion {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as BuiltVersion;
  return { version, commit: env['VITE_COMMIT'] || commitOfGit() };
}

/** Vite plugin. */
export function versionPlugin(built: BuiltVersion): Plugin {
  return {
    name: 'halyard-version',
    apply: 'build',
    generateBundle(_options, bundle) {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)?.fileName;
      // The entry's name contains a hash of the whole app, so it identifies a build on any build machine.
      const content = { ...built, builtAt: new Date().toISOString(), entry };
      this.emitFile({ type: 'asset', fileName: 'version.json', source: `${JSON.stringify(content, null, 2)}\n` });
    },
  };
}

function commitOfGit(): string {
  try {
    const folder = new URL('.', import.meta.url);
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}
