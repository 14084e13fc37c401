/** Files that operators write: terms and offers as JSON. */
import { readFile, stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { CommandError } from './command.ts';

const FILE_BYTES_MAX = 64 * 1024;

/** Reads a file by its codec. Throws {@link CommandError} that names the field of the first fault. */
export async function readJsonFile<T extends object>(path: string, codec: z.ZodMiniType<T, object>): Promise<T> {
  let json: unknown;
  try {
    if ((await stat(path)).size > FILE_BYTES_MAX) throw new CommandError(`${path} is too long: 64 KiB at most`);
    json = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw error instanceof CommandError
      ? error
      : new CommandError(`${path} cannot be read: ${(error as Error).message}`);
  }
  const read = z.safeDecode(codec, json as object);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const fault =
    issue?.code === 'unrecognized_keys' ? `there is no field ${issue.keys.join(', ')}` : 'this is not readable';
  throw new CommandError([path, issue?.path.join('.'), fault].filter(Boolean).join(': '));
}
