/** Uploads and reads the user's files with the session's token. Files never enter the store, which may be persisted. */
import * as z from 'zod/mini';
import { readEnvelope } from '@halyard/contract/envelope';
import { UPLOAD_FIELD, uploadFile } from '@halyard/contract/uploads/calls';
import {
  checkUploadHead,
  checkUploadSize,
  UPLOAD_HEAD_BYTES,
  type UploadKinds,
  mediaTypeOf,
  UPLOAD_EXTENSIONS,
} from '@halyard/contract/uploads/rules';
import { beginActivity } from '../../shared/api/activity.ts';
import { type AppError, errorCodeOf } from '../../shared/api/appError.ts';
import { fetchFile, type FetchedFile } from '../../shared/api/fetchFile.ts';
import { notLoggedIn } from '../../shared/api/sessionEvents.ts';
import { renewalSettled } from '../../shared/api/tokenRenewal.ts';
import { FILE_TIMEOUT_MS } from '../../shared/config/constants.ts';
import { env } from '../../shared/config/env.ts';
import { seemsOnline } from '../../shared/realtime/reach.ts';
import type { AppDispatch, AppExtra, RootState, Identity } from '../../shared/store/rootState.ts';

/** A chosen file, and the types that the form accepts. */
export type Upload = UploadKinds & Pick<FileSending, 'file' | 'onProgress' | 'signal'>;

type GetState = () => RootState;

/**
 * Uploads a file; returns its path. Checks size and type before sending. Never throws. Errors: FILE_EMPTY,
 * FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, FILE_UNREADABLE (the device does not release it), OFFLINE, those of {@link
 * sendFile}.
 */
export function uploadOwnFile({ file, allowPdf, onProgress, signal }: Upload) {
  return async (dispatch: AppDispatch, getState: GetState, extra: AppExtra): Promise<SentFile> => {
    const head = await readHead(file);
    const fault = checkUploadSize(file.size) ?? (head && checkUploadHead(head, { allowPdf })) ?? offline();
    if (fault !== undefined || head === undefined) return { error: fault ?? UNREADABLE, isLoggedOut: false };
    const identity = extra.readIdentity(getState());
    const sent = await sendFile({ file, head, identity, onProgress, signal });
    if ('isLoggedOut' in sent && sent.isLoggedOut) {
      await renewalSettled();
      dispatch(notLoggedIn({ token: identity.token, message: sent.error.message }));
    }
    return sent;
  };
}

/** Reads a file that the user uploaded, by its path. Never throws. Errors: FILE_NOT_FOUND, those of `fetchFile`. */
export function readOwnFile(path: string) {
  return async (dispatch: AppDispatch, getState: GetState, extra: AppExtra): Promise<FetchedFile> => {
    const identity = extra.readIdentity(getState());
    const fetched = await fetchFile({ path: path.replace(/^\//, ''), identity });
    if ('isLoggedOut' in fetched && fetched.isLoggedOut) {
      await renewalSettled();
      dispatch(notLoggedIn({ token: identity.token, message: fetched.error.message }));
    }
    return fetched;
  };
}

const UNREADABLE: AppError = { code: 'FILE_UNREADABLE' };

function offline(): AppError | undefined {
  return seemsOnline() ? undefined : { code: 'OFFLINE' };
}

/** The first bytes; undefined when the file is no longer readable, for example on a removed card. */
export function readHead(file: Blob): Promise<Uint8Array | undefined> {
  return new Promise((resolve) => {
    // Some supported phones lack Blob.arrayBuffer.
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(new Uint8Array(reader.result as ArrayBuffer)));
    reader.addEventListener('error', () => resolve(undefined));
    reader.readAsArrayBuffer(file.slice(0, UPLOAD_HEAD_BYTES));
  });
}

// Uploads a file with XMLHttpRequest: `fetch` reports no upload progress, which users watch on a slow connection.

/** An upload and its sender. */
type FileSending = {
  readonly file: Blob;
  /** The first bytes, which show the file type. */
  readonly head: Uint8Array;
  readonly identity: Identity;
  /** Called with the sent share, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
};

/** The file's path, or an error. `isLoggedOut`: the server answered type 999. */
type SentFile =
  | { readonly path: string }
  | { readonly error: AppError; readonly isLoggedOut: boolean }
  | { readonly isAborted: true };

/**
 * Uploads the whole file. Never throws. Errors: those of the server; UPLOADING_FAILED when the connection broke either
 * way; OFFLINE.
 */
function sendFile(sending: FileSending): Promise<SentFile> {
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
