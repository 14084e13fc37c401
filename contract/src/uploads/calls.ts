/** Files of users: identity pictures, payment proofs, chat pictures. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { noParameters } from '../codec.ts';

/** The field of the form that carries the file. */
export const UPLOAD_FIELD = 'file';

/**
 * Answers the path that other calls use for the file; only its owner and operators can read it. Pictures are encoded
 * again, so that hidden data is dropped. The bytes are read with GET below `/api` or, for legacy clients, at the path
 * itself; that is not a call, since its answer is the file. Errors: FILE_REQUIRED, FILE_EMPTY, FILE_TOO_LARGE {max},
 * FILE_TYPE_UNSUPPORTED, FILE_UNREADABLE, FILE_TOO_MANY_PIXELS {max}, FILE_NOT_PLAIN, UPLOADS_TOO_MANY {max},
 * STORAGE_FULL.
 */
export const uploadFile = defineCall({
  method: 'POST',
  path: 'upload',
  access: 'user',
  body: 'multipart',
  summary: 'Upload a picture (PNG, JPEG, WebP) or a PDF of at most 10 MiB; answers its path.',
  request: noParameters,
  answer: z.string().check(z.minLength(1), z.maxLength(512)),
});
