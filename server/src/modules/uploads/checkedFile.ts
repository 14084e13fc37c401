/** Type of an uploaded file by its content, and the stored form of it. */
import { open, readFile, stat } from 'node:fs/promises';
import { checkUploadSize, mediaTypeOf, UPLOAD_HEAD_BYTES, type UploadMediaType } from '@halyard/contract/uploads/rules';
import { BusinessError, refusal } from '../../calls/errors.ts';
import { remakePicture } from './pictures.ts';
import { checkPlainPdf } from './plainPdf.ts';

/** The stored form of a file. A PDF has no size in pixels. */
export type CheckedFile = {
  readonly mediaType: UploadMediaType;
  readonly content: Uint8Array;
  readonly width: number | null;
  readonly height: number | null;
};

/**
 * Checks an incoming file and encodes pictures again. Throws `BusinessError`: FILE_EMPTY, FILE_TOO_LARGE,
 * FILE_TYPE_UNSUPPORTED, FILE_UNREADABLE, FILE_TOO_MANY_PIXELS, FILE_NOT_PLAIN.
 */
export async function checkFile(path: string): Promise<CheckedFile> {
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
