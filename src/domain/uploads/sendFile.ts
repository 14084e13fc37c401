/** Uploads a file with XMLHttpRequest: `fetch` reports no upload progress, which users watch on a slow connection. */
import * as z from 'zod/mini';
import { UPLOAD_FIELD, uploadFile } from '@halyard/contract/uploads/calls';
import { readEnvelope } from '@halyard/contract/envelope';
import { mediaTypeOf, UPLOAD_EXTENSIONS } from '@halyard/contract/uploads/rules';
import { beginActivity } from '../../shared/api/activity.ts';
import { seemsOnline } from '../../shared/realtime/reach.ts';
import { errorCodeOf, type AppError } from '../../shared/api/appError.ts';
import { FILE_TIMEOUT_MS } from '../../shared/config/constants.ts';
import { env } from '../../shared/config/env.ts';
import type { Identity } from '../../shared/store/rootState.ts';

/** An upload and its sender. */
export type FileSending = {
  readonly file: Blob;
  /** The first bytes, which show the file type. */
  readonly head: Uint8Array;
  readonly identity: Identity;
  /** Called with the sent share, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
};

/** The file's path, or an error. `isLoggedOut`: the server answered type 999. */
export type SentFile =
  | { readonly path: string }
  | { readonly error: AppError; readonly isLoggedOut: boolean }
  | { readonly isAborted: true };

/**
 * Uploads the whole file. Never throws. Errors: those of the server; UPLOADING_FAILED when the connection broke either
 * way; OFFLINE.
 */
export function sendFile(sending: FileSending): Promise<SentFile> {
  const { signal, onProgress, identity } = sending;
  if (signal.aborted) return Promise.resolve({ isAborted: true });
  const end = beginActivity();
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  signal.addEventListener('abort', abort);
  const sent = new Promise<SentFile>((resolve) => {
    request.addEventListener('load', () => resolve(readAnswer(request.responseText)));
    request.addEventListener('error', () => resolve(failed({ code: seemsOnline() ? 'UPLOADING_FAILED' : 'OFFLINE' })));
    request.addEventListener('timeout', () => resolve(failed({ code: 'UPLOADING_FAILED' })));
    request.addEventListener('abort', () => resolve({ isAborted: true }));
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.open(uploadFile.method, new URL(`${env.apiBase}/${uploadFile.path}`, window.location.origin));
    request.timeout = FILE_TIMEOUT_MS;
    request.setRequestHeader('language-mark', identity.languageMark);
    if (identity.token !== undefined) request.setRequestHeader('Authorization', identity.token);
    request.send(formOf(sending));
  });
  return sent.finally(() => {
    signal.removeEventListener('abort', abort);
    end();
  });
}

/** The user's file name is private; legacy servers check the extension. */
function formOf({ file, head }: FileSending): FormData {
  const mediaType = mediaTypeOf(head);
  const form = new FormData();
  form.append(UPLOAD_FIELD, file, mediaType === undefined ? 'file' : `file.${UPLOAD_EXTENSIONS[mediaType]}`);
  return form;
}

function readAnswer(body: string): SentFile {
  const reply = readEnvelope(parse(body));
  // A proxy's page or a cut answer: the file may or may not be stored, and sending it again is harmless.
  if (reply === undefined) return failed({ code: 'UPLOADING_FAILED' });
  if (reply.ok) {
    const decoded = z.safeDecode(uploadFile.answer, reply.payload as string);
    return decoded.success ? { path: decoded.data } : failed({ code: 'ANSWER_UNREADABLE' });
  }
  const { isLoggedOut, message, params } = reply;
  const code = isLoggedOut ? 'NOT_LOGGED_IN' : errorCodeOf(reply.code);
  const error: AppError = {
    code: code === 'UNKNOWN' && message === undefined ? 'UPLOAD_FAILED' : code,
    params,
    message,
  };
  return { error, isLoggedOut };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function failed(error: AppError): SentFile {
  return { error, isLoggedOut: false };
}
