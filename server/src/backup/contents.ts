/** Contents of a backup, and their places in a data folder. */
import { basename, dirname, join } from 'node:path';
import { DUMP_PART } from './postgresTools.ts';

/** File that describes the backup. */
export const MANIFEST = 'backup.json';
/** Uploads of users, and pictures of articles. */
export const DATA_FOLDERS: readonly string[] = ['uploads', 'content'];
/** First key of the transparency log; others are beside it with a number. */
export const LOG_KEY = 'log.key';
const KEY_FILE = /^(?:secrets\.key|seed\.key|vapid\.json|log\.key(?:\.[1-9]\d{0,3})?)$/;

/** Whether a file of the data folder is a key that must be backed up. */
export function isKeyFile(name: string): boolean {
  return KEY_FILE.test(name);
}

/** Target path of an entry below a folder; undefined for an unknown entry. */
export function placeBelow(folder: string, name: string): string | undefined {
  const [first = ''] = name.split('/', 1);
  if (first === 'database') return join(folder, 'pg', name.slice('database'.length));
  if (DATA_FOLDERS.includes(first) || name === MANIFEST || DUMP_PART.test(name)) return join(folder, name);
  if (name === 'published/log.last') return join(folder, 'log.last');
  return dirname(name) === 'keys' && isKeyFile(basename(name)) ? join(folder, basename(name)) : undefined;
}
