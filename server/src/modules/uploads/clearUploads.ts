/** Deletes leftovers of uploads: those that were interrupted by a crash, and files that no form refers to. */
import { MINUTE_MS } from '@halyard/contract/time';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { addJob, ONLY, type LeaseJob } from '../../jobs/job.ts';
import type { UploadFiles } from './uploadFiles.ts';
import { deleteUnused, findUpload, listUnused } from './uploadsRepository.ts';

type ClearingDeps = { readonly db: Database; readonly clock: Clock; readonly files: UploadFiles };

/**
 * An upload that is untouched for this long was interrupted: requests end earlier, and no file occupies the decoder
 * nearly as long.
 */
export const ABANDONED_AFTER_MS = 30 * MINUTE_MS;
/** A file that no form took within a day is not taken any more: drafts then ask for a new one. */
export const UNUSED_KEPT_MS = 24 * 60 * MINUTE_MS;
const FORGET_AT_ONCE = 50;

const CLEAR = 'uploads.clear';
const EVERY_MS = 60 * MINUTE_MS;

/** The job that clears up, on one of the nodes that share the folder. */
export function createClearingJob(deps: ClearingDeps): LeaseJob {
  const { clock } = deps;
  return {
    name: CLEAR,
    mode: 'lease',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, [{ kind: CLEAR, key: ONLY, dueAtMs: clock.nowMs() }]),
    run: async () => {
      await clearBroken(deps);
      await forgetUnused(deps);
      return { againInMs: EVERY_MS };
    },
  };
}

/** Deletes leftovers of uploads that were interrupted by a crash. */
export async function clearBroken({ db, clock, files }: ClearingDeps): Promise<void> {
  for (const { id, touchedAtMs } of await files.listIncoming()) {
    if (clock.nowMs() - touchedAtMs < ABANDONED_AFTER_MS) continue;
    // The row is written last and deleted first, so a file without a row is unreferenced.
    if ((await findUpload(db, id)) === undefined) await files.discard(id);
    else await files.dropIncoming(id);
  }
}

/** Deletes files that nothing refers to a day after they were stored: of forms that were not submitted. */
export async function forgetUnused({ db, clock, files }: ClearingDeps): Promise<void> {
  for (;;) {
    const before = new Date(clock.nowMs() - UNUSED_KEPT_MS).toISOString();
    const ids = (await listUnused(db, before, FORGET_AT_ONCE)).map(({ id }) => id);
    for (const id of ids) await files.markForDeletion(id);
    const gone = new Set(await db.transaction((tx) => deleteUnused(tx, ids)));
    for (const id of ids) await (gone.has(id) ? files.discard(id) : files.dropIncoming(id));
    // Fewer when no more exist, or when a form holds one at this moment.
    if (gone.size < FORGET_AT_ONCE) return;
  }
}
