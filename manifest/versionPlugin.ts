/**
 * Writes `version.json` beside the app: by it a page without a worker learns of a new build, and every page whether the
 * worker is switched off.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { env } from 'node:process';
import type { Plugin } from 'vite';

/** What is built: the version of the product and the commit it is built from, as in `version.json`. */
export type BuiltVersion = { readonly version: string; readonly commit: string };

/**
 * The version of `package.json`; the commit is `VITE_COMMIT` where a build names it, else git's, else `unknown`:
 * sources come without git as well.
 */
export function readVersion(): BuiltVersion {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as BuiltVersion;
  return { version, commit: env['VITE_COMMIT'] || commitOfGit() };
}

/** Makes the plugin of Vite. */
export function versionPlugin(built: BuiltVersion): Plugin {
  return {
    name: 'halyard-version',
    apply: 'build',
    generateBundle(_options, bundle) {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)?.fileName;
      // The entry's name holds a hash of all that the app is made of, so it tells two builds apart, whoever made them.
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
