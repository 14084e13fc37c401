/** Uploads and reads the user's files with the session's token. Files never enter the store, which may be persisted. */
import { checkUploadHead, checkUploadSize, UPLOAD_HEAD_BYTES, type UploadKinds } from '@halyard/contract/uploads/rules';
import type { AppError } from '../../shared/api/appError.ts';
import { fetchFile, type FetchedFile } from '../../shared/api/fetchFile.ts';
import { notLoggedIn } from '../../shared/api/sessionEvents.ts';
import { renewalSettled } from '../../shared/api/tokenRenewal.ts';
import type { AppDispatch, AppExtra, RootState } from '../../shared/store/rootState.ts';
import { sendFile, type FileSending, type SentFile } from './sendFile.ts';
import { seemsOnline } from '../../shared/realtime/reach.ts';

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
