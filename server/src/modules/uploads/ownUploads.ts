/** Uploaded files for the other modules: by path in requests, by id in the database, by file for operators. */
import type { UserId } from '@halyard/contract/ids';
import { parseUploadPath, type UploadKinds } from '@halyard/contract/uploads/rules';
import { BusinessError } from '../../calls/callHandler.ts';
import type { Reader } from '../../db/database.ts';
import { createUploadFiles } from './uploadFiles.ts';
import { findUpload, holdUpload, type UploadRecord } from './uploadsRepository.ts';

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
