/** Downloads a file of the user's data. */
import * as z from 'zod/mini';
import { saveFile, type SaveResult } from '../format/saveFile.ts';
import type { AppDispatch, AppExtra, RootState } from '../store/rootState.ts';
import type { AppError } from './appError.ts';
import { fetchFile, type FileRequest } from './fetchFile.ts';
import { stepUp } from './stepUp.ts';
import { notLoggedIn } from './sessionEvents.ts';
import { renewalSettled } from './tokenRenewal.ts';

/** Result of a download. */
export type Download = SaveResult | { readonly outcome: 'failed'; readonly error: AppError };

/** A thunk that resolves with the result of a download. */
export type DownloadThunk = (dispatch: AppDispatch, getState: () => RootState, extra: AppExtra) => Promise<Download>;

/**
 * The download of a file that the exchange makes of a request. It is handed to the user under `name` if the server
 * sends none. Errors: those of `fetchFile`, FILE_SAVE_FAILED.
 */
export function createDownload<Request>(
  path: string,
  name: string,
  codec: z.ZodMiniType<Request, NonNullable<FileRequest['query']>>,
) {
  return (request: Request): DownloadThunk =>
    async (dispatch, getState, extra) => {
      const identity = () => extra.readIdentity(getState());
      const file = { path, query: z.encode(codec, request) };
      const { token } = identity();
      let fetched = await fetchFile({ ...file, identity: identity() });
      const isAsked = 'error' in fetched && fetched.error.code === 'PROOF_REQUIRED';
      if (isAsked && (await stepUp())) fetched = await fetchFile({ ...file, identity: identity() });
      if ('blob' in fetched) return saveFile(fetched.blob, fetched.name ?? name);
      const { error, isLoggedOut } = fetched;
      if (isLoggedOut) {
        await renewalSettled();
        dispatch(notLoggedIn({ token, message: error.message }));
      }
      return { outcome: 'failed', error };
    };
}
