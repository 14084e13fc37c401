/** Uploads of users: receive, check, encode pictures again, store and record; or leave nothing behind. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat, type FileHandle } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import type { UserId } from '@halyard/contract/ids';
import { DAY_MS } from '@halyard/contract/time';
import {
  checkUploadHead,
  checkUploadSize,
  mediaTypeOf,
  UPLOAD_EXTENSIONS,
  UPLOAD_HEAD_BYTES,
  uploadPathOf,
  type UploadMediaType,
} from '@halyard/contract/uploads/rules';
import { BusinessError, refusal, type ReceiveFile } from '../../calls/callHandler.ts';
import { createCounts } from '../../calls/counts.ts';
import { networkOf, widerNetworksOf } from '../../calls/networks.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Reader } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import { createLocalRates, type Rates } from '../../rates.ts';
import { remakePicture } from './pictures.ts';
import { checkPlainPdf } from './plainPdf.ts';
import { createUploadFiles, findOwnUpload, requireUpload, type UploadFiles, type UploadId } from './uploadFiles.ts';
import { countUploads, insertUpload, type UploadRecord } from './uploadsRepository.ts';

/** Maximum of stored files for a user in a day: several times the need of all forms together. */
export const UPLOADS_A_DAY = 60;
/** Maximum of checked files for a user in a day, refused ones included: checking takes time. */
const VIEWS_A_DAY = 2 * UPLOADS_A_DAY;

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
  const takeView = rates.counter('uploads', { max: VIEWS_A_DAY, windowMs: DAY_MS });
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
        await files.requireRoom();
        await refuseTooMany(db, userId, clock.nowMs());
        const id = randomUUID();
        try {
          await receive((file) => files.receive(id, file));
          if ((await takeView(`${userId}`)) > 0) throw new BusinessError('UPLOADS_TOO_MANY', { max: UPLOADS_A_DAY });
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
      await lockUser(tx, userId);
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

// Pictures that operators send to users: stored as the user's own, so that only they may read them.

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

// Limits of parallel uploads in this process: in total, of one user and of one network. Each holds a connection and up
// to ten megabytes of disk.

/** A form has three pictures, and may be open twice. */
const AT_ONCE_OF_USER = 6;
/**
 * Of a network, and of the wider networks of an IPv6 address, the narrower first. Many phones share one address; but a
 * few hundred slow connections of one customer must not keep all others out.
 */
const AT_ONCE_OF_NETWORKS = [30, 45, 60];
const AT_ONCE = 100;
/** Suggested wait for a caller with too many uploads under way. */
const WAIT_SECONDS = 10;

/** Sender of a file: user and network address. */
type Uploader = { readonly userId: UserId; readonly ip: string };

export type Turnstile = {
  /**
   * Runs the work, or throws `BusinessError`: RATE_LIMITED when the user or a network has too many under way,
   * SERVICE_UNAVAILABLE when all together have.
   */
  pass<T>(uploader: Uploader, work: () => Promise<T>): Promise<T>;
};

/** A turnstile with counters of its own. */
export function createTurnstile(): Turnstile {
  const ofUsers = createCounts<UserId>();
  const ofNetworks = createCounts<string>();
  let total = 0;

  return {
    async pass({ userId, ip }, work) {
      const networks = [networkOf(ip), ...widerNetworksOf(ip)];
      const isFull = networks.some((network, index) => ofNetworks.of(network) >= (AT_ONCE_OF_NETWORKS[index] ?? 0));
      if (isFull || ofUsers.of(userId) >= AT_ONCE_OF_USER) {
        throw new BusinessError('RATE_LIMITED', { seconds: WAIT_SECONDS });
      }
      if (total >= AT_ONCE) throw new BusinessError('SERVICE_UNAVAILABLE');
      ofUsers.change(userId, 1);
      for (const network of networks) ofNetworks.change(network, 1);
      total += 1;
      try {
        return await work();
      } finally {
        total -= 1;
        for (const network of networks) ofNetworks.change(network, -1);
        ofUsers.change(userId, -1);
      }
    },
  };
}
