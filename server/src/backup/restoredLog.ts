/** The transparency log after a restore. */
import { parseCheckpoint } from '@halyard/contract/transparency/checkpoint';
import { verifyNote } from '@halyard/contract/transparency/note';
import type { Database, Transaction } from '../db/database.ts';
import { haltLog } from '../transparency/cosigned.ts';
import { readLogKeys } from '../transparency/logKeys.ts';
import { isPartOf, lockLog, readHead, type LogHead } from '../transparency/logStore.ts';
import { publishedHead, type Published } from '../transparency/publishedHead.ts';
import { BackupError } from './backupError.ts';

/**
 * `goes-on` when nothing was published that is not in the database; `stopped` until an operator begins the next log.
 */
export type RestoredLog = 'none' | 'goes-on' | 'stopped';

/**
 * Stops the log unless `newestText`, the last published checkpoint, is the end of the database: users may have seen
 * entries that are lost, and the log must never have others in their place. Writes `log.last`. Throws a {@link
 * BackupError} for a text that the log did not sign.
 */
export async function settleRestoredLog(
  db: Database,
  dataDir: string,
  { newestText, madeAt }: { readonly newestText: string | undefined; readonly madeAt: string },
): Promise<RestoredLog> {
  const published = publishedHead(dataDir);
  const newest = newestText === undefined ? await published.read() : parse(newestText);
  return db.transaction(async (tx) => {
    await lockLog(tx);
    const head = await readHead(tx);
    if (head === undefined) return 'none';
    if (newestText !== undefined && newest !== undefined) await requireSigned(tx, newest, head.log);
    const { origin } = parseCheckpoint(head.note);
    const isPart = newest === undefined || (await isPartOf(tx, newest, { ...head, origin }));
    await published.write(isPart ? head.note : newest.text);
    if (newestText !== undefined && isPart && newest?.size === head.size) return 'goes-on';
    await haltLog(tx, head.log, { reason: reasonOf(head, madeAt), stopsMoney: true }, Date.now());
    return 'stopped';
  });
}

function parse(text: string): Published {
  try {
    return { ...parseCheckpoint(text), text };
  } catch {
    throw new BackupError('--log-last names a file that is no checkpoint of a public log.');
  }
}

async function requireSigned(tx: Transaction, { text }: Published, log: number): Promise<void> {
  const keys = (await readLogKeys(tx, log)).map(({ key }) => key);
  if (verifyNote(parseCheckpoint(text).note, keys).length === 0)
    throw new BackupError('--log-last names a checkpoint that no key of this log signed.');
}

function reasonOf({ size }: LogHead, madeAt: string): string {
  return (
    `This database was restored from a backup of ${madeAt}. Its public log has ${size} entries; later ones may have ` +
    'been published and lost. "operator log new after-restore" begins the next log (docs/backups.md).'
  );
}
