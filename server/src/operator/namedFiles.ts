/** Files that a command names, identified by their content. */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { FILE_VALUE, FOLDER_ARGUMENT, type CommandInput, type OperatorCommand } from './command.ts';
import type { NamedFile } from './keyFile.ts';

/** Used instead of the hash of an unreadable file. */
const UNREADABLE = 'none';
/** Longest text of a terms file, in characters. */
const SHOWN_MAX = 64 * 1024;

/** A command with its arguments and options. */
export type TypedCommand = { readonly command: OperatorCommand; readonly input: CommandInput };

/** Files and folders that a command will read, with their hashes. */
export async function hashNamedFiles(typed: TypedCommand): Promise<NamedFile[]> {
  const files: NamedFile[] = [];
  for (const path of pathsOf(typed)) files.push({ path, sha256: await hashOf(path) });
  return files;
}

/** The same with their texts, so that others can see what a command would read; for a folder the names of its files. */
export async function readNamedFiles(typed: TypedCommand): Promise<(NamedFile & { readonly text: string })[]> {
  const files: (NamedFile & { readonly text: string })[] = [];
  for (const path of pathsOf(typed)) {
    const text = await textOf(path);
    files.push({ path, sha256: await hashOf(path), text });
  }
  return files;
}

/** The first file that has changed or is new; undefined when all are the same. */
export function changedFile(before: readonly NamedFile[], now: readonly NamedFile[]): string | undefined {
  const changed = now.find(({ path, sha256 }) => before.find((one) => one.path === path)?.sha256 !== sha256);
  return changed?.path;
}

function pathsOf({ command, input }: TypedCommand): readonly string[] {
  const folder = input.args[command.args.indexOf(FOLDER_ARGUMENT)];
  const files = command.options.filter(({ value }) => value === FILE_VALUE).map(({ name }) => input.options[name]);
  return [folder, ...files].filter((path) => path !== undefined);
}

async function hashOf(path: string): Promise<string> {
  try {
    const hash = createHash('sha256');
    for (const file of await filesIn(path)) {
      const digest = createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
      if (file === path) return digest;
      hash.update(`${relative(path, file)}\n${digest}\n`);
    }
    return hash.digest('hex');
  } catch {
    return UNREADABLE;
  }
}

async function textOf(path: string): Promise<string> {
  try {
    const files = await filesIn(path);
    // PostgreSQL text cannot contain zero bytes.
    if (files[0] === path) return (await readFile(path, 'utf8')).slice(0, SHOWN_MAX).replaceAll('\0', '');
    return files.map((file) => relative(path, file)).join('\n');
  } catch {
    return '';
  }
}

/** The path itself, or all files below the folder in the order of their names. */
async function filesIn(path: string): Promise<readonly string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
