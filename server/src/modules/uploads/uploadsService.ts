/** Takes files of users in: receives, checks, makes pictures anew, stores, notes; or leaves nothing behind. */
import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import type { UserId } from '@halyard/contract/ids';
import { UPLOAD_EXTENSIONS, uploadPathOf } from '@halyard/contract/uploads/rules';
import type { ReceiveFile } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Reader } from '../../db/database.ts';
import { BusinessError } from '../../calls/errors.ts';
import { DAY_MS } from '../../durations.ts';
import type { Rates } from '../../rates.ts';
import { checkFile, type CheckedFile } from './checkedFile.ts';
import { findOwnUpload } from './ownUploads.ts';
import { createTurnstile, type Uploader } from './turnstile.ts';
import type { UploadFiles } from './uploadFiles.ts';
import { countUploads, insertUpload, lockUploader, type UploadRecord } from './uploadsRepository.ts';

/** The most files that a user may store in a day: several times what all forms together ask for. */
export const UPLOADS_A_DAY = 60;
/** The most files that are looked at for a user in a day, refused ones among them: looking takes time. */
const LOOKS_A_DAY = 2 * UPLOADS_A_DAY;

export type UploadsDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly files: UploadFiles;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly rates: Pick<Rates, 'counter'>;
};

/** A stored file, open for reading. Whoever gets it reads it to its end or closes it. */
export type OpenUpload = { readonly upload: UploadRecord; readonly handle: FileHandle };

export type UploadsService = ReturnType<typeof createUploadsService>;

/** Makes the uploads of a database and a data folder. */
export function createUploadsService({ db, clock, files, log, rates }: UploadsDeps) {
  const turnstile = createTurnstile();
  const takeLook = rates.counter('uploads', { max: LOOKS_A_DAY, windowMs: DAY_MS });
  // A picture takes a core; half of them stay with the rest of the exchange.
  const inTurn = pLimit(Math.max(1, Math.floor(availableParallelism() / 2)));

  return {
    /**
     * Takes one file in; answers its path. Throws what {@link ReceiveFile} throws, and `BusinessError`: FILE_EMPTY,
     * FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, FILE_UNREADABLE, FILE_TOO_MANY_PIXELS, FILE_NOT_PLAIN, UPLOADS_TOO_MANY,
     * STORAGE_FULL, RATE_LIMITED.
     */
    keep(uploader: Uploader, receive: ReceiveFile): Promise<string> {
      const { userId } = uploader;
      return turnstile.pass(uploader, async () => {
        await refuseTooMany(db, userId, clock.nowMs());
        const id = randomUUID();
        try {
          await receive((file) => files.receive(id, file));
          if ((await takeLook(`${userId}`)) > 0) throw new BusinessError('UPLOADS_TOO_MANY', { max: UPLOADS_A_DAY });
          const checked = await inTurn(() => checkFile(files.incomingPath(id)));
          const upload = await store(id, userId, checked);
          await files.dropIncoming(id);
          return uploadPathOf(upload);
        } catch (error) {
          // After anything but a refusal the row may be there or not, as when the database goes away in the commit:
          // then the clearing sees.
          if (error instanceof BusinessError) await files.discard(id);
          throw error;
        }
      });
    },

    /** Opens a file for its owner; `undefined` when there is none, or it is somebody else's. */
    async open(userId: UserId, path: string): Promise<OpenUpload | undefined> {
      const upload = await findOwnUpload(db, userId, path);
      if (upload === undefined) return undefined;
      const handle = await files.open(upload);
      if (handle === undefined) log.error({ upload: upload.id }, 'an uploaded file is gone from the data folder');
      return handle && { upload, handle };
    },
  };

  async function store(id: string, userId: UserId, { content, ...checked }: CheckedFile): Promise<UploadRecord> {
    const name = { id, extension: UPLOAD_EXTENSIONS[checked.mediaType] };
    const sha256 = await files.store(name, content);
    const upload = {
      ...name,
      ...checked,
      userId,
      bytes: content.byteLength,
      sha256,
      createdAt: new Date(clock.nowMs()).toISOString(),
    };
    await db.transaction(async (tx) => {
      await lockUploader(tx, userId);
      // Asked again: others may have come in while this one was worked on.
      await refuseTooMany(tx, userId, clock.nowMs());
      await insertUpload(tx, upload);
    });
    return upload;
  }
}

async function refuseTooMany(reader: Reader, userId: UserId, nowMs: number): Promise<void> {
  const since = new Date(nowMs - DAY_MS).toISOString();
  if ((await countUploads(reader, userId, since)) < UPLOADS_A_DAY) return;
  throw new BusinessError('UPLOADS_TOO_MANY', { max: UPLOADS_A_DAY });
}
