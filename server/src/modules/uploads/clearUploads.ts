/** Clears away behind uploads: what broke off with a process, and what no form has taken. */
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { MINUTE_MS } from '../../durations.ts';
import { addJob, ONLY, type LeaseJob } from '../../jobs/job.ts';
import type { UploadFiles } from './uploadFiles.ts';
import { deleteUnused, findUpload, listUnused } from './uploadsRepository.ts';

type ClearingDeps = { readonly db: Database; readonly clock: Clock; readonly files: UploadFiles };

/**
 * What is untouched for so long is not under way any more: a request ends before that, and no file takes the decoder
 * nearly as long.
 */
export const ABANDONED_AFTER_MS = 30 * MINUTE_MS;
/** What a form has not taken after a day it does not take any more: drafts ask for a new file then. */
export const UNUSED_KEPT_MS = 24 * 60 * MINUTE_MS;
const FORGET_AT_ONCE = 50;

const CLEAR = 'uploads.clear';
const EVERY_MS = 60 * MINUTE_MS;

/** Clearing away as due work, on one node of all that share the folder. */
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

/** Clears away what uploads left that broke off with a process. */
export async function clearBroken({ db, clock, files }: ClearingDeps): Promise<void> {
  for (const { id, touchedAtMs } of await files.listIncoming()) {
    if (clock.nowMs() - touchedAtMs < ABANDONED_AFTER_MS) continue;
    // The row is the last thing that is written, and the first that goes, so without it nobody knows of the file.
    if ((await findUpload(db, id)) === undefined) await files.discard(id);
    else await files.dropIncoming(id);
  }
}

/** Forgets files that nothing refers to a day after they were stored: of forms that were not sent. */
export async function forgetUnused({ db, clock, files }: ClearingDeps): Promise<void> {
  for (;;) {
    const before = new Date(clock.nowMs() - UNUSED_KEPT_MS).toISOString();
    const ids = (await listUnused(db, before, FORGET_AT_ONCE)).map(({ id }) => id);
    for (const id of ids) await files.noteLeaving(id);
    const gone = new Set(await db.transaction((tx) => deleteUnused(tx, ids)));
    for (const id of ids) await (gone.has(id) ? files.discard(id) : files.dropIncoming(id));
    // Fewer when there are no more, or when a form holds one at this moment.
    if (gone.size < FORGET_AT_ONCE) return;
  }
}
