/**
 * Place of uploaded files: `<data folder>/uploads/<id>.<extension>`, outside every folder that is served. Incoming
 * files are in `incoming/` until they are checked; an entry there also marks an upload under way, which is how
 * leftovers of a crash are found.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { UserId } from '@halyard/contract/ids';
import { parseUploadPath, UPLOAD_EXTENSIONS, type UploadKinds, type UploadName } from '@halyard/contract/uploads/rules';
import { BusinessError } from '../../calls/callHandler.ts';
import type { Reader } from '../../db/database.ts';
import { freeShareOf } from '../../health/nodeState.ts';
import { syncFolder, writeThrough } from '../../privateFile.ts';
import { findUpload, holdUpload, type UploadRecord } from './uploadsRepository.ts';

// Readable only by the exchange's own user on this machine.
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

const ENTRY = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.clean)?$/;

const FULL = new Set(['ENOSPC', 'EDQUOT']);
/**
 * Files of users are refused below this free share of the disk. Twice `DISK_FREE_MIN`, below which the exchange halts:
 * uploads must not fill a disk so far.
 */
const FREE_MIN = 0.1;

/** An upload that is under way, or was interrupted. */
export type IncomingEntry = { readonly id: string; readonly touchedAtMs: number };

export type UploadFiles = ReturnType<typeof createUploadFiles>;

/**
 * The files below a data folder. Folders are made when the first file comes. Every write throws
 * `BusinessError('STORAGE_FULL')` on a full disk.
 */
export function createUploadFiles(dataDir: string, readFreeShare = () => freeShareOf(dataDir)) {
  const folder = join(dataDir, 'uploads');
  const incoming = join(folder, 'incoming');
  const incomingPath = (id: string) => join(incoming, id);
  const cleanPath = (id: string) => join(incoming, `${id}.clean`);
  const pathOf = ({ id, extension }: UploadName) => join(folder, `${id}.${extension}`);
  const dropIncoming = async (id: string): Promise<void> => {
    await rm(cleanPath(id), { force: true });
    // Deleted last: until then the upload counts as under way.
    await rm(incomingPath(id), { force: true });
  };

  return {
    /** Absolute if the data folder is. */
    pathOf,
    /** Place of the incoming bytes. */
    incomingPath,

    /** Throws `BusinessError('STORAGE_FULL')` while the disk has little room. */
    async requireRoom(): Promise<void> {
      const free = await readFreeShare();
      if (free !== undefined && free < FREE_MIN) throw new BusinessError('STORAGE_FULL');
    },

    /** Stores incoming bytes under `id`, until {@link dropIncoming}. */
    async receive(id: string, source: Readable): Promise<void> {
      await naming(async () => {
        await mkdir(incoming, { recursive: true, mode: FOLDER_MODE });
        await pipeline(source, createWriteStream(incomingPath(id), { mode: FILE_MODE }));
      });
    },

    /**
     * Stores a checked file completely or not at all: it gets its name once it is on the disk. Resolves to its SHA-256,
     * hexadecimal.
     */
    async store(name: UploadName, bytes: Uint8Array): Promise<string> {
      await naming(async () => {
        await writeThrough(cleanPath(name.id), bytes);
        await rename(cleanPath(name.id), pathOf(name));
        await syncFolder(folder);
      });
      return createHash('sha256').update(bytes).digest('hex');
    },

    /** Opens a stored file; `undefined` when it does not exist. */
    async open(name: UploadName): Promise<FileHandle | undefined> {
      try {
        return await open(pathOf(name), 'r');
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
    },

    /** Marks a stored file for deletion like an incoming one, so that a crash is cleaned up in the same way. */
    async markForDeletion(id: string): Promise<void> {
      await mkdir(incoming, { recursive: true, mode: FOLDER_MODE });
      await writeFile(incomingPath(id), '', { mode: FILE_MODE });
    },

    /** Deletes the incoming file after it was stored and recorded. */
    dropIncoming,

    /** Deletes everything of an upload. */
    async discard(id: string): Promise<void> {
      for (const extension of Object.values(UPLOAD_EXTENSIONS)) await rm(pathOf({ id, extension }), { force: true });
      await dropIncoming(id);
    },

    /** Uploads that are under way or were interrupted. */
    listIncoming: () => listEntries(incoming),
  };
}

async function naming<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw FULL.has(codeOf(error) ?? '') ? new BusinessError('STORAGE_FULL') : error;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

async function listEntries(incoming: string): Promise<IncomingEntry[]> {
  const ids = new Set((await namesIn(incoming)).flatMap((name) => ENTRY.exec(name)?.[1] ?? []));
  const entries = [...ids].map(async (id) => {
    const paths = [id, `${id}.clean`].map((name) => join(incoming, name));
    return { id, touchedAtMs: await touchedAtMs(paths) };
  });
  return Promise.all(entries);
}

/** Time of the last write to one of the files; long ago when none exists any more. */
async function touchedAtMs(paths: readonly string[]): Promise<number> {
  const touched = paths.map((path) =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  );
  return Math.max(...(await Promise.all(touched)));
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

// Uploaded files for the other modules: by path in requests, by id in the database, by file for operators.

/** The id of an uploaded file: a UUID. */
export type UploadId = string & { readonly __kind: 'UploadId' };

/**
 * The id of the file that a user names in a request; it stays until the transaction that refers to it ends. Throws
 * `BusinessError`: FILE_NOT_FOUND when it is missing or another user's (the error is the same),
 * FILE_TYPE_UNSUPPORTED for a PDF where only pictures are allowed.
 */
export async function requireUpload(
  tx: Reader,
  userId: UserId,
  path: string,
  { allowPdf }: UploadKinds,
): Promise<UploadId> {
  const name = parseUploadPath(path);
  if (name === undefined || !(await holdUpload(tx, userId, name))) throw new BusinessError('FILE_NOT_FOUND');
  if (!allowPdf && name.extension === 'pdf') throw new BusinessError('FILE_TYPE_UNSUPPORTED');
  return name.id as UploadId;
}

/** The file that a path names, if it is the user's own. */
export async function findOwnUpload(reader: Reader, userId: UserId, path: string): Promise<UploadRecord | undefined> {
  const name = parseUploadPath(path);
  const found = name && (await findUpload(reader, name.id));
  return found?.userId === userId && found.extension === name?.extension ? found : undefined;
}

/** A stored file for operators. */
export type UploadFile = UploadRecord & {
  /** Absolute. */
  readonly file: string;
};

/**
 * Place of a stored file below the data folder; `undefined` when it does not exist. For operators: it does not check
 * the owner.
 */
export async function uploadFileOf(reader: Reader, dataDir: string, id: string): Promise<UploadFile | undefined> {
  const found = await findUpload(reader, id);
  return found && { ...found, file: createUploadFiles(dataDir).pathOf(found) };
}
