/** Files of users: pictures of papers and people, vouchers (`wire-facts` 1.6; `wire-contract` "Upload"). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { noParameters } from '../codec.ts';

/** The one field of the form. */
export const UPLOAD_FIELD = 'file';

/**
 * Answers the path under which other calls speak of the file; only its owner and operators can read it. Pictures are
 * made anew, so nothing but what is seen is kept. The bytes are read again with GET below `/api` or, as the family has
 * it, at the path itself; that is no call, since its answer is the file. Errors: FILE_REQUIRED, FILE_EMPTY,
 * FILE_TOO_LARGE {max}, FILE_TYPE_UNSUPPORTED, FILE_UNREADABLE, FILE_TOO_MANY_PIXELS {max}, FILE_NOT_PLAIN,
 * UPLOADS_TOO_MANY {max}, STORAGE_FULL.
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
