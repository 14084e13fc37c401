/** Pictures that operators send to users: stored as the user's own, so that only they may read them. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { UserId } from '@halyard/contract/ids';
import { checkUploadHead, UPLOAD_HEAD_BYTES } from '@halyard/contract/uploads/rules';
import { refusal } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { createLocalRates } from '../../rates.ts';
import { requireUpload, type UploadId } from './ownUploads.ts';
import { createUploadFiles } from './uploadFiles.ts';
import { createUploadsService } from './uploadsService.ts';

export type PictureDeps = { readonly db: Database; readonly clock: Clock; readonly dataDir: string };

/**
 * Stores the picture in a local file, encoded again like every other one. Throws the errors of `UploadsService.store`,
 * and of reading the file.
 */
export async function storePictureFor(deps: PictureDeps, userId: UserId, file: string): Promise<UploadId> {
  const fault = checkUploadHead(await headOf(file), { allowPdf: false });
  if (fault !== undefined) throw refusal(fault);
  // Nothing here opens stored files, which would be logged.
  const log = { error: () => undefined };
  const rates = createLocalRates(deps.clock);
  const uploads = createUploadsService({ ...deps, files: createUploadFiles(deps.dataDir), log, rates });
  const path = await uploads.store({ userId, ip: 'operator' }, (sink) => sink(createReadStream(file)));
  return requireUpload(deps.db, userId, path, { allowPdf: false });
}

async function headOf(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(UPLOAD_HEAD_BYTES), 0, UPLOAD_HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
