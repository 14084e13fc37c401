import { checkUploadHead, checkUploadSize } from '@halyard/contract/uploads/rules';
import type { AppError } from '../../shared/api/appError.ts';
import { readHead } from '../uploads/uploadsThunks.ts';

/**
 * Checks a picture before it waits for the network. Errors: FILE_EMPTY, FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED,
 * FILE_UNREADABLE.
 */
export async function checkPicture(file: Blob): Promise<AppError | undefined> {
  const fault = checkUploadSize(file.size);
  if (fault !== undefined) return fault;
  const head = await readHead(file);
  return head === undefined ? { code: 'FILE_UNREADABLE' } : checkUploadHead(head, { allowPdf: false });
}
