/** What a backup holds, and where in a data folder each part of it lies. */
import { basename, dirname, join } from 'node:path';
import { DUMP_PART } from './postgresTools.ts';

/** Says what it is a backup of. */
export const MANIFEST = 'backup.json';
/** What users uploaded, and pictures of articles. */
export const DATA_FOLDERS: readonly string[] = ['uploads', 'content'];
/** The first key of the public log; others lie beside it with a number. */
export const LOG_KEY = 'log.key';
const KEY_FILE = /^(?:secrets\.key|seed\.key|vapid\.json|log\.key(?:\.[1-9]\d{0,3})?)$/;

/** Whether a file of the data folder is a key that must survive it. */
export function isKeyFile(name: string): boolean {
  return KEY_FILE.test(name);
}

/** Where an entry of a backup goes below a folder; undefined for one that no backup has. */
export function placeBelow(folder: string, name: string): string | undefined {
  const [first = ''] = name.split('/', 1);
  if (first === 'database') return join(folder, 'pg', name.slice('database'.length));
  if (DATA_FOLDERS.includes(first) || name === MANIFEST || DUMP_PART.test(name)) return join(folder, name);
  if (name === 'published/log.last') return join(folder, 'log.last');
  return dirname(name) === 'keys' && isKeyFile(basename(name)) ? join(folder, basename(name)) : undefined;
}
