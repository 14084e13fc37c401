/**
 * Makes a second build out of one, in the time of a copy: the same app under the file names that other code would have
 * had.
 */
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** `ForgetPasswordPage-Cem_g8e6.js`: a name, the hash of the content, the kind of file. */
const HASHED = /^(.+-)([\w-]{8})(\.\w+)$/;
const TEXT = /\.(html|js|css|json|webmanifest)$/;
const COMPRESSED = /\.(br|gz)$/;
/** The worker's precache list has the hashes of files without one in their name. */
const REVISION = /(?<="revision":")[\da-f]{32}(?=")/g;

const reversed = (text: string) => [...text].reverse().join('');

/**
 * Copies the build in `from` to `to` as another one of `commit`: every asset has another name in all references, and
 * the worker other bytes.
 */
export async function stampBuild(from: string, to: string, commit: string): Promise<void> {
  await cp(from, to, { recursive: true });
  const assets = join(to, 'assets');
  const renamed = newNames(await readdir(assets));
  const files = (await readdir(to, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    // The replacements are no longer compressed, which a page does not notice.
    if (COMPRESSED.test(name)) await rm(path);
    else if (TEXT.test(name)) await writeFile(path, stamp(await readFile(path, 'utf8'), renamed));
  }
  for (const [name, other] of renamed) await rename(join(assets, name), join(assets, other));
  const version = join(to, 'version.json');
  await writeFile(version, JSON.stringify({ ...JSON.parse(await readFile(version, 'utf8')), commit }));
}

function newNames(names: readonly string[]): ReadonlyMap<string, string> {
  const hashed = names.filter((name) => HASHED.test(name) && !COMPRESSED.test(name));
  return new Map(
    hashed.map((name) => [name, name.replace(HASHED, (_, title, hash, kind) => title + reversed(hash) + kind)]),
  );
}

function stamp(text: string, renamed: ReadonlyMap<string, string>): string {
  const ofAssets = text.replaceAll(/[\w.-]+-[\w-]{8}\.\w+/g, (name) => renamed.get(name) ?? name);
  return ofAssets.replaceAll(REVISION, reversed);
}
