/** Uploads of users: receive, check, encode pictures again, store and record; or leave nothing behind. */
import { randomUUID } from 'node:crypto';
import { open, readFile, stat, type FileHandle } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import type { UserId } from '@halyard/contract/ids';
import {
  UPLOAD_EXTENSIONS,
  uploadPathOf,
  checkUploadSize,
  mediaTypeOf,
  UPLOAD_HEAD_BYTES,
  type UploadMediaType,
} from '@halyard/contract/uploads/rules';
import { DAY_MS } from '@halyard/contract/time';
import { BusinessError, refusal, type ReceiveFile } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Reader } from '../../db/database.ts';
import type { Rates } from '../../rates.ts';
import { findOwnUpload } from './ownUploads.ts';
import { createTurnstile, type Uploader } from './turnstile.ts';
import type { UploadFiles } from './uploadFiles.ts';
import { countUploads, insertUpload, lockUploader, type UploadRecord } from './uploadsRepository.ts';
import { remakePicture } from './pictures.ts';
import { checkPlainPdf } from './plainPdf.ts';

/** Maximum of stored files for a user in a day: several times the need of all forms together. */
export const UPLOADS_A_DAY = 60;
/** Maximum of checked files for a user in a day, refused ones included: checking takes time. */
const LOOKS_A_DAY = 2 * UPLOADS_A_DAY;

type UploadsDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly files: UploadFiles;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly rates: Pick<Rates, 'counter'>;
};

/** A stored file, open for reading. The receiver reads it to its end or closes it. */
export type OpenUpload = { readonly upload: UploadRecord; readonly handle: FileHandle };

export type UploadsService = ReturnType<typeof createUploadsService>;

/** Makes the uploads of a database and a data folder. */
export function createUploadsService({ db, clock, files, log, rates }: UploadsDeps) {
  const turnstile = createTurnstile();
  const takeLook = rates.counter('uploads', { max: LOOKS_A_DAY, windowMs: DAY_MS });
  // A picture occupies a core; half of them stay free for the rest of the exchange.
  const inTurn = pLimit(Math.max(1, Math.floor(availableParallelism() / 2)));

  return {
    /**
     * Stores one file; resolves to its path. Throws the errors of {@link ReceiveFile}, and `BusinessError`: FILE_EMPTY,
     * FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, FILE_UNREADABLE, FILE_TOO_MANY_PIXELS, FILE_NOT_PLAIN, UPLOADS_TOO_MANY,
     * STORAGE_FULL, RATE_LIMITED.
     */
    store(uploader: Uploader, receive: ReceiveFile): Promise<string> {
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
          // After an error other than a refusal the row may exist or not, for example after a disconnect during the
          // commit: the clearing job decides then.
          if (error instanceof BusinessError) await files.discard(id);
          throw error;
        }
      });
    },

    /** Opens a file for its owner; `undefined` when it is missing or another user's. */
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
      // Checked again: others may have been stored in the meantime.
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

// Type of an uploaded file by its content, and the stored form of it.

/** The stored form of a file. A PDF has no size in pixels. */
type CheckedFile = {
  readonly mediaType: UploadMediaType;
  readonly content: Uint8Array;
  readonly width: number | null;
  readonly height: number | null;
};

/**
 * Checks an incoming file and encodes pictures again. Throws `BusinessError`: FILE_EMPTY, FILE_TOO_LARGE,
 * FILE_TYPE_UNSUPPORTED, FILE_UNREADABLE, FILE_TOO_MANY_PIXELS, FILE_NOT_PLAIN.
 */
async function checkFile(path: string): Promise<CheckedFile> {
  const fault = checkUploadSize((await stat(path)).size);
  if (fault !== undefined) throw refusal(fault);
  const mediaType = mediaTypeOf(await headOf(path));
  if (mediaType === undefined) throw new BusinessError('FILE_TYPE_UNSUPPORTED');
  return { mediaType, ...(await contentOf(path, mediaType)) };
}

async function contentOf(path: string, mediaType: UploadMediaType): Promise<Omit<CheckedFile, 'mediaType'>> {
  if (mediaType !== 'application/pdf') {
    const { bytes, width, height } = await remakePicture(path, mediaType);
    return { content: bytes, width, height };
  }
  const content = await readFile(path);
  await checkPlainPdf(content);
  return { content, width: null, height: null };
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(UPLOAD_HEAD_BYTES), 0, UPLOAD_HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
